/* failing_python.h - every Python C call of cucore_python.h that can fail, made to fail when its turn comes.
 *
 * Include after Python.h and before the implementation.  test_fail_countdown = n lets n - 1 such calls pass and fails the
 * n-th one with MemoryError, or with test_fail_exception; 0 leaves everything as it is.  test_fail_calls counts. */
#ifndef CUCORE_TESTS_FAILING_PYTHON_H
#define CUCORE_TESTS_FAILING_PYTHON_H

static long test_fail_countdown, test_fail_calls;
static PyObject *test_fail_exception; /* NULL: MemoryError */

static const char *test_fail_function = ""; /* where the last one failed */
static int test_fail_line;

static int test_fail_turn(const char *function, int line)
{
    __atomic_add_fetch(&test_fail_calls, 1, __ATOMIC_RELAXED); /* any thread: the n-th call is one thread's */
    if (__atomic_load_n(&test_fail_countdown, __ATOMIC_RELAXED) <= 0) return 0;
    if (__atomic_sub_fetch(&test_fail_countdown, 1, __ATOMIC_RELAXED)) return 0;
    test_fail_function = function;
    test_fail_line = line;
    if (test_fail_exception) {
        PyErr_SetNone(test_fail_exception);
    } else {
        PyErr_NoMemory();
    }
    return 1;
}

static inline int test_fail_null_turn(PyObject **out, const char *function, int line)
{
    if (!test_fail_turn(function, line)) return 0;
    *out = NULL;
    return 1;
}

#if !defined(Py_LIMITED_API)
static inline Py_complex test_fail_complex(PyObject *obj, const char *function, int line)
{
    const Py_complex failed = {-1.0, 0};
    return test_fail_turn(function, line) ? failed : PyComplex_AsCComplex(obj);
}
#endif

#define test_fail() test_fail_turn(__func__, __LINE__)
/* memory alone: no exception is set */
#define test_fail_memory() (!test_fail_exception && test_fail() ? (PyErr_Clear(), 1) : 0)
#define test_fail_null(out) test_fail_null_turn(out, __func__, __LINE__)

#define PyObject_GetBuffer(obj, view, flags) (test_fail() ? -1 : PyObject_GetBuffer(obj, view, flags))
#define PyObject_GetAttr(obj, name) (test_fail() ? NULL : PyObject_GetAttr(obj, name))
#define PyObject_GetAttrString(obj, name) (test_fail() ? NULL : PyObject_GetAttrString(obj, name))
#define PyObject_GenericGetDict(obj, context) (test_fail() ? NULL : PyObject_GenericGetDict(obj, context))
#define PyDict_Contains(dict, key) (test_fail() ? -1 : PyDict_Contains(dict, key))
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030D0000
#define PyDict_GetItemWithError(dict, key) (test_fail() ? NULL : PyDict_GetItemWithError(dict, key))
#elif PY_VERSION_HEX >= 0x030D0000
#define PyObject_GetOptionalAttr(obj, name, out) (test_fail_null(out) ? -1 : PyObject_GetOptionalAttr(obj, name, out))
#define PyDict_GetItemRef(dict, key, out) (test_fail_null(out) ? -1 : PyDict_GetItemRef(dict, key, out))
#else
#define _PyObject_LookupAttr(obj, name, out) (test_fail_null(out) ? -1 : _PyObject_LookupAttr(obj, name, out))
#define PyDict_GetItemWithError(dict, key) (test_fail() ? NULL : PyDict_GetItemWithError(dict, key))
#endif
#define PyObject_VectorcallMethod(name, args, nargsf, keywords)                                                        \
    (test_fail() ? NULL : PyObject_VectorcallMethod(name, args, nargsf, keywords))
#define PySequence_Size(obj) (test_fail() ? -1 : PySequence_Size(obj))
#define PyObject_RichCompareBool(a, b, operation) (test_fail() ? -1 : PyObject_RichCompareBool(a, b, operation))
#define PyObject_CallObject(callable, args) (test_fail() ? NULL : PyObject_CallObject(callable, args))
#define PyObject_Call(callable, args, keywords) (test_fail() ? NULL : PyObject_Call(callable, args, keywords))
#define PyObject_GetItem(obj, key) (test_fail() ? NULL : PyObject_GetItem(obj, key))
#define PyObject_SetAttrString(obj, name, value) (test_fail() ? -1 : PyObject_SetAttrString(obj, name, value))
#define PyMemoryView_FromObject(obj) (test_fail() ? NULL : PyMemoryView_FromObject(obj))
/* of an int itself it is that int */
#define PyNumber_Long(obj) (!PyLong_CheckExact(obj) && test_fail() ? NULL : PyNumber_Long(obj))
#define PyNumber_Float(obj) (test_fail() ? NULL : PyNumber_Float(obj))
#define PyObject_RichCompare(a, b, operation) (test_fail() ? NULL : PyObject_RichCompare(a, b, operation))
#define Py_EnterRecursiveCall(where) (test_fail() ? -1 : Py_EnterRecursiveCall(where))
#define PyNumber_Index(obj) (!PyLong_CheckExact(obj) && test_fail() ? NULL : PyNumber_Index(obj))
#define PySequence_Contains(obj, value) (test_fail() ? -1 : PySequence_Contains(obj, value))
#define PyObject_GetIter(obj) (test_fail() ? NULL : PyObject_GetIter(obj))
#define PyObject_Repr(obj) (test_fail() ? NULL : PyObject_Repr(obj))
#define PyObject_Str(obj) (test_fail() ? NULL : PyObject_Str(obj))
#define PyObject_IsTrue(obj) (test_fail() ? -1 : PyObject_IsTrue(obj))
#define PySequence_Tuple(obj) (test_fail() ? NULL : PySequence_Tuple(obj))
#define PyLong_FromLong(value) (test_fail() ? NULL : PyLong_FromLong(value))
/* scalars of NumPy and objects with __complex__ run code */
#define PyComplex_AsCComplex(obj) test_fail_complex(obj, __func__, __LINE__)
#define PyLong_FromVoidPtr(value) (test_fail() ? NULL : PyLong_FromVoidPtr(value))
#define PyBool_FromLong(value) (test_fail() ? NULL : PyBool_FromLong(value))
#define PyTuple_New(size) (test_fail() ? NULL : PyTuple_New(size))
#define PyTuple_Pack(...) (test_fail() ? NULL : PyTuple_Pack(__VA_ARGS__))
#ifdef Py_BuildValue /* a macro itself before Python 3.13 */
#undef Py_BuildValue
#define Py_BuildValue(...) (test_fail() ? NULL : _Py_BuildValue_SizeT(__VA_ARGS__))
#else
#define Py_BuildValue(...) (test_fail() ? NULL : Py_BuildValue(__VA_ARGS__))
#endif
#define PyUnicode_InternFromString(text) (test_fail() ? NULL : PyUnicode_InternFromString(text))
#define PyUnicode_FromString(text) (test_fail() ? NULL : PyUnicode_FromString(text))
#define PyUnicode_FromFormat(...) (test_fail() ? NULL : PyUnicode_FromFormat(__VA_ARGS__))
#define PyUnicode_FromFormatV(format, values) (test_fail() ? NULL : PyUnicode_FromFormatV(format, values))
#define PyUnicode_AsUTF8AndSize(obj, size) (test_fail() ? NULL : PyUnicode_AsUTF8AndSize(obj, size))
#define PyImport_GetModule(name) (test_fail() ? NULL : PyImport_GetModule(name))
#define PyCapsule_GetPointer(capsule, name) (test_fail() ? NULL : PyCapsule_GetPointer(capsule, name))
#define PyCapsule_SetName(capsule, name) (test_fail() ? -1 : PyCapsule_SetName(capsule, name))
#define PyCapsule_SetDestructor(capsule, destructor) (test_fail() ? -1 : PyCapsule_SetDestructor(capsule, destructor))
#define PyCapsule_New(pointer, name, destructor) (test_fail() ? NULL : PyCapsule_New(pointer, name, destructor))
#define PyDict_New() (test_fail() ? NULL : PyDict_New())
#define PyDict_SetItem(dict, key, value) (test_fail() ? -1 : PyDict_SetItem(dict, key, value))
#define PyDict_SetItemString(dict, key, value) (test_fail() ? -1 : PyDict_SetItemString(dict, key, value))
#define PyDict_DelItem(dict, key) (test_fail() ? -1 : PyDict_DelItem(dict, key))
#define PyLong_FromSize_t(value) (test_fail() ? NULL : PyLong_FromSize_t(value))
#define PyLong_FromLongLong(value) (test_fail() ? NULL : PyLong_FromLongLong(value))
#define PyLong_FromUnsignedLongLong(value) (test_fail() ? NULL : PyLong_FromUnsignedLongLong(value))
#define PyUnicode_AsEncodedString(text, encoding, errors)                                                              \
    (test_fail() ? NULL : PyUnicode_AsEncodedString(text, encoding, errors))
#define PyUnicode_EncodeFSDefault(text) (test_fail() ? NULL : PyUnicode_EncodeFSDefault(text))
#define PyType_GetName(type) (test_fail() ? NULL : PyType_GetName(type))
#define PyType_GetQualName(type) (test_fail() ? NULL : PyType_GetQualName(type))
#define PyUnicode_FromStringAndSize(text, size) (test_fail() ? NULL : PyUnicode_FromStringAndSize(text, size))
#define PyUnicode_Substring(text, start, end) (test_fail() ? NULL : PyUnicode_Substring(text, start, end))
#define PyUnicode_Tailmatch(text, part, start, end, direction)                                                         \
    (test_fail() ? -1 : PyUnicode_Tailmatch(text, part, start, end, direction))
#define PyList_New(size) (test_fail() ? NULL : PyList_New(size))
#define PyList_Append(list, item) (test_fail() ? -1 : PyList_Append(list, item))
#define PySequence_GetItem(obj, index) (test_fail() ? NULL : PySequence_GetItem(obj, index))
#define PyImport_ImportModule(name) (test_fail() ? NULL : PyImport_ImportModule(name))
#define PyImport_Import(name) (test_fail() ? NULL : PyImport_Import(name))
#define PyObject_CallFunctionObjArgs(...) (test_fail() ? NULL : PyObject_CallFunctionObjArgs(__VA_ARGS__))
#define PyType_FromSpec(spec) (test_fail() ? NULL : PyType_FromSpec(spec))
#define PyType_FromModuleAndSpec(module, spec, bases)                                                                  \
    (test_fail() ? NULL : PyType_FromModuleAndSpec(module, spec, bases))
#define PyType_Ready(type) (test_fail() ? -1 : PyType_Ready(type))
#define PyDescr_NewMethod(type, method) (test_fail() ? NULL : PyDescr_NewMethod(type, method))
#define PyDescr_NewGetSet(type, getset) (test_fail() ? NULL : PyDescr_NewGetSet(type, getset))
#if PY_VERSION_HEX >= 0x030D0000
#define PyDict_SetDefaultRef(dict, key, value, out)                                                                    \
    (test_fail_null(out) ? -1 : PyDict_SetDefaultRef(dict, key, value, out))
#else
#define PyDict_SetDefault(dict, key, value) (test_fail() ? NULL : PyDict_SetDefault(dict, key, value))
#endif
#undef PyObject_New
#define PyObject_New(type, typeobj) ((type *)(test_fail() ? NULL : _PyObject_New(typeobj)))
#undef PyObject_GC_New
#define PyObject_GC_New(type, typeobj) ((type *)(test_fail() ? NULL : (void *)_PyObject_GC_New(typeobj)))
#undef PyMem_Malloc
#define PyMem_Malloc(size) (test_fail_memory() ? NULL : (PyMem_Malloc)(size))
#undef PyMem_Calloc
#define PyMem_Calloc(count, size) (test_fail_memory() ? NULL : (PyMem_Calloc)(count, size))

/* ---------------------------------------------------------------------------------- what the modules of tests share -- */
static PyMethodDef module_methods[96]; /* the last one is zeros */
static int method_count;

/* Adds a function to the module; it runs when the module is loaded. */
#define METHOD_NAMED(name, function, flags)                                                                            \
    __attribute__((constructor)) static void list_##name(void)                                                         \
    {                                                                                                                  \
        const PyMethodDef method = {#name, (PyCFunction)(void (*)(void))function, flags, NULL};                        \
        module_methods[method_count++] = method;                                                                       \
    }

/* Begins a function of the module. */
#define METHOD(name, flags, arguments)                                                                                 \
    static PyObject *method_##name(PyObject *module, PyObject *arguments);                                             \
    METHOD_NAMED(name, method_##name, flags)                                                                           \
    static PyObject *method_##name(PyObject *module __attribute__((unused)),                                           \
                                   PyObject *arguments __attribute__((unused)))
#define METHOD_KEYWORDS(name)                                                                                          \
    static PyObject *method_##name(PyObject *module, PyObject *args, PyObject *kwargs);                                \
    METHOD_NAMED(name, method_##name, METH_VARARGS | METH_KEYWORDS)                                                    \
    static PyObject *method_##name(PyObject *module __attribute__((unused)), PyObject *args, PyObject *kwargs)

#ifdef CUCORE_TEST_COVERAGE
void __gcov_dump(void);
#define GCOV_DUMP() __gcov_dump()
#else
#define GCOV_DUMP() (void)0
#endif

/* fail_at(n): the n-th fallible call from now fails; 0: none.  Returns the calls counted since the last fail_at.
 * forget_state(): what is made once, so that making it can fail too.  trim(): the idle events that ordering keeps.
 * gcov_dump(): what was counted so far (make coverage), for processes that end by os._exit. */
#define STATE_METHODS                                                                                                  \
    METHOD(fail_at, METH_VARARGS, args)                                                                                \
    {                                                                                                                  \
        long n, calls = test_fail_calls;                                                                               \
        if (!PyArg_ParseTuple(args, "l", &n)) return NULL;                                                             \
        test_fail_countdown = n;                                                                                       \
        test_fail_calls = 0;                                                                                           \
        return (PyLong_FromLong)(calls);                                                                               \
    }                                                                                                                  \
    METHOD(forget_state, METH_NOARGS, unused)                                                                          \
    {                                                                                                                  \
        if (cucore__py_main) {                                                                                         \
            cucore__py_state_clear(cucore__py_main);                                                                   \
            (PyMem_Free)(cucore__py_main->memory);                                                                     \
            (PyMem_Free)(cucore__py_main);                                                                             \
        }                                                                                                              \
        cucore__py_main = NULL;                                                                                        \
        Py_RETURN_NONE;                                                                                                \
    }                                                                                                                  \
    METHOD(trim, METH_NOARGS, unused)                                                                                  \
    {                                                                                                                  \
        if (cucore_driver_is_loaded()) (void)cucore_trim();                                                            \
        Py_RETURN_NONE;                                                                                                \
    }                                                                                                                  \
    METHOD(gcov_dump, METH_NOARGS, unused)                                                                             \
    {                                                                                                                  \
        GCOV_DUMP();                                                                                                   \
        Py_RETURN_NONE;                                                                                                \
    }

#ifdef Py_mod_multiple_interpreters
#define IN_ANY_INTERPRETER {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#else
#define IN_ANY_INTERPRETER
#endif
#ifdef Py_mod_gil
#define WITHOUT_GIL {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#else
#define WITHOUT_GIL
#endif

/* The module of all METHODs; `support` lists more slots, each with a comma at its end. */
#define MODULE(name, support)                                                                                          \
    static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, support{0, NULL}};                              \
    static struct PyModuleDef definition = {                                                                           \
        PyModuleDef_HEAD_INIT, #name, NULL, 0, module_methods, slots, NULL, NULL, NULL};                               \
    PyMODINIT_FUNC PyInit_##name(void)                                                                                 \
    {                                                                                                                  \
        return PyModuleDef_Init(&definition);                                                                          \
    }

#endif
