/* python/out/type.c: makes the types of cucore. */
/* A member of a type, which Python.h has only from 3.12 on, and structmember.h with names that are not reserved. */
typedef struct cucore__py_member {
    const char *name;
    int kind;
    Py_ssize_t offset;
    int flags;
    const char *doc;
} cucore__py_member;
enum {
    CUCORE__PY_MEMBER_SIZE = 19, /* Py_T_PYSSIZET */
#if defined(_Py_OPAQUE_PYOBJECT)
    CUCORE__PY_MEMBER_FLAGS = 9 /* Py_READONLY | Py_RELATIVE_OFFSET, which Python 3.14 and newer take */
#else
    CUCORE__PY_MEMBER_FLAGS = 1 /* Py_READONLY */
#endif
};

/* Makes a type of cucore.  Python 3.11 fails without an exception if it has no memory for the name of the type. */
CUCORE__PRIVATE PyObject *cucore__py_type_new(const char *name, int basicsize, unsigned flags, PyType_Slot *slots)
{
    PyType_Spec spec;
    PyObject *type;
    memset(&spec, 0, sizeof spec);
    spec.name = name;
    spec.basicsize = basicsize;
    spec.flags = (unsigned)(Py_TPFLAGS_DEFAULT) | flags;
    spec.slots = slots;
    type = PyType_FromSpec(&spec);
    if (!type && !PyErr_Occurred()) PyErr_NoMemory();
    return type;
}
