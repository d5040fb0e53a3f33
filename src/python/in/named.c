/* ----------------------------------------------------------------------------------------------- >>impl-py-named -- */
/* python/in/named.c: reads objects that name a dtype, a device or a shape. */
/* An object of a library, known by the names of the package and of its type or a base.  What it stands for is in its
 * text, or in the text of attributes: "cuda:%S" with the value of `attribute`, "%S:%S" with `first` before it. */
typedef struct cucore__py_known_name {
    const char *package, *type, *format, *first, *attribute; /* NULL: str() of the object */
} cucore__py_known_name;

static const cucore__py_known_name cucore__py_known_dtypes[] = {
    {"torch", "dtype", NULL, NULL, NULL},     {"tensorflow", "DType", "%S", NULL, "name"},
    {"mlx", "Dtype", NULL, NULL, NULL},       {"paddle", "dtype", NULL, NULL, NULL},
    {"paddle", "DataType", NULL, NULL, NULL}, {"numba", "Number", "%S", NULL, "name"},
    {"numba", "Boolean", "%S", NULL, "name"}};
static const cucore__py_known_name cucore__py_known_devices[] = {
    {"torch", "device", NULL, NULL, NULL},
    {"tvm_ffi", "Device", NULL, NULL, NULL},
    {"jaxlib", "Device", "%S:%S", "platform", "local_hardware_id"},
    {"cupy", "Device", "cuda:%S", NULL, "id"},
    {"numba", "Device", "cuda:%S", NULL, "id"},
    {"cuda", "Device", "cuda:%S", NULL, "device_id"}};

/* Returns the text of an object by the rows, as a new reference; NULL: it is of none of them, or an exception is
 * set. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_known_text(PyObject *obj, const cucore__py_known_name *rows,
                                                             size_t count)
{
    /* Numba hands its devices out as weakref.proxy, which says the class of what it stands for. */
    PyObject *type = PyObject_GetAttrString(obj, "__class__");
    PyObject *bases = type && PyType_Check(type) ? cucore__py_bases((PyTypeObject *)type) : NULL;
    PyObject *name = NULL, *first = NULL, *value = NULL, *text = NULL;
    const cucore__py_known_name *row = NULL;
    PyTypeObject *base;
    Py_ssize_t at = 0;
    char package[16];
    size_t i;
    while (!row && !PyErr_Occurred() && (base = cucore__py_next_base(bases, &at)) != NULL) {
        if (cucore__py_package_of(base, package, sizeof package) == 0) name = cucore__py_type_name(base);
        for (i = 0; name && i < count && !row; i++) {
            if (strcmp(package, rows[i].package) == 0 && !PyUnicode_CompareWithASCIIString(name, rows[i].type))
                row = &rows[i];
        }
        Py_CLEAR(name);
    }
    Py_XDECREF(bases);
    Py_XDECREF(type);
    if (!row || PyErr_Occurred()) return NULL;
    if (!row->format) return PyObject_Str(obj);
    if (row->first && (first = PyObject_GetAttrString(obj, row->first)) == NULL) return NULL;
    value = PyObject_GetAttrString(obj, row->attribute);
    if (value) text = PyUnicode_FromFormat(row->format, first ? first : value, value);
    Py_XDECREF(value);
    Py_XDECREF(first);
    return text;
}

/* Copies an ASCII text of at most size - 1 letters.  Returns its length, 0 if it is empty, longer or no such text, -1
 * with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_short_text(PyObject *text, char *room, size_t size)
{
    PyObject *bytes = text && PyUnicode_Check(text) && PyUnicode_GetLength(text) < (Py_ssize_t)size
                          ? PyUnicode_AsEncodedString(text, "ascii", "replace")
                          : NULL;
    int length = 0;
    room[0] = '\0';
    if (bytes) {
        length = (int)PyBytes_Size(bytes);
        memcpy(room, PyBytes_AsString(bytes), (size_t)length + 1);
        Py_DECREF(bytes);
    }
    return !bytes && PyErr_Occurred() ? -1 : length;
}

/* -- dtypes -- */
/* Returns 1 if the text is a name of a dtype, or a typestr, of elements that DLPack knows. */
CUCORE__PRIVATE CUCORE__COLD int cucore__dtype_of_text(const char *text, size_t size, cucore_dtype *out)
{
    char typestr[24];
    cucore_dtype dtype;
    if (!cucore_dtype_from_name(text, size, &dtype)) {
        *out = dtype;
        return 1;
    }
    if (!text || size < 2 || size + 1 >= sizeof typestr) return 0;
    typestr[0] = '|'; /* counts as native order */
    memcpy(typestr + 1, text, size);
    if (memchr("<>|=", text[0], 4)) memmove(typestr, text, size--);
    if (cucore_dtype_from_typestr(typestr, size + 1, &dtype) || dtype.code >= CUCORE_CODE_OPAQUE) return 0;
    *out = dtype;
    return 1;
}

/* Reads the last word of a text, as of "torch.float32".  1, 0 no dtype, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_word(PyObject *text, cucore_dtype *out)
{
    char room[64];
    const int length = cucore__py_short_text(text, room, sizeof room);
    const char *word = strrchr(room, '.');
    word = word ? word + 1 : room;
    return length <= 0 ? length : cucore__dtype_of_text(word, strlen(word), out);
}

/* Reads the attribute `str` of a numpy.dtype, or its name if that is more exact (rules 4.4).  1, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_numpy(PyObject *obj, cucore_dtype *out)
{
    PyObject *text = NULL;
    char typestr[24];
    int found = cucore__py_lookup_string(obj, "str", &text);
    if (found > 0) found = cucore__py_short_text(text, typestr, sizeof typestr);
    Py_XDECREF(text);
    if (found < 2) return found < 0 ? -1 : 0;
    if (typestr[1] != 'V' && typestr[1] != 'W' && strcmp(typestr + 1, "f1"))
        return cucore__dtype_of_text(typestr, (size_t)found, out);
    found = cucore__py_lookup_string(obj, "name", &text);
    if (found > 0) found = cucore__py_dtype_of_word(text, out);
    if (text) Py_DECREF(text);
    return found;
}

/* Returns 1 if `obj` is an instance of the type numpy.name or, with `derived`, a type derived from it; 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_is_of_numpy(PyObject *obj, const char *name, int derived)
{
    PyObject *type = NULL;
    PyTypeObject *of = derived ? (PyTypeObject *)(void *)obj : Py_TYPE(obj);
    int found = cucore__py_imported_attribute("numpy", name, &type);
    if (found > 0) found = PyType_Check(type) && PyType_IsSubtype(of, (PyTypeObject *)(void *)type);
    Py_XDECREF(type);
    return found;
}

/* Reads a class: one of Python, or of scalars of NumPy, or one whose attribute `dtype` is a numpy.dtype (jax.numpy).
 * 1, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_type(PyObject *obj, cucore_dtype *out)
{
    static const char *const names[4] = {"float64", "int64", "bool", "complex128"};
    PyTypeObject *const types[4] = {&PyFloat_Type, &PyLong_Type, &PyBool_Type, &PyComplex_Type};
    PyObject *make = NULL, *dtype = NULL;
    int i, found;
    for (i = 0; i < 4; i++)
        if (obj == (PyObject *)(void *)types[i]) return cucore__dtype_of_text(names[i], strlen(names[i]), out);
    found = cucore__py_is_of_numpy(obj, "generic", 1);
    if (found > 0) {
        found = cucore__py_imported_attribute("numpy", "dtype", &make);
        if (found > 0) dtype = PyObject_CallFunctionObjArgs(make, obj, NULL);
        if (found > 0 && !dtype) found = -1;
    } else if (!found) {
        found = cucore__py_lookup_string(obj, "dtype", &dtype);
    }
    if (found > 0) found = cucore__py_is_of_numpy(dtype, "dtype", 0);
    if (found > 0) found = cucore__py_dtype_of_numpy(dtype, out);
    Py_XDECREF(dtype);
    Py_XDECREF(make);
    return found;
}

/* Reads what obj.__dlpack_data_type__() returns.  1, 0 without such a method, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_dlpack(PyObject *obj, cucore_dtype *out)
{
    PyObject *method = NULL, *answer;
    int64_t parts[CUCORE_MAX_NDIM > 3 ? CUCORE_MAX_NDIM : 3] = {0};
    cucore_dtype dtype;
    int found = cucore__py_optional(cucore__py_lookup_string(obj, "__dlpack_data_type__", &method), &method);
    if (found <= 0) return found;
    answer = PyObject_CallObject(method, NULL);
    Py_DECREF(method);
    if (!answer) return -1;
    found = PyTuple_Check(answer) && PyTuple_Size(answer) == 3 && cucore__py_read_tuple(answer, parts) == 3;
    found = found && !((parts[0] | parts[1]) & ~INT64_C(0xFF)) && !(parts[2] & ~INT64_C(0xFFFF));
    dtype = cucore_dtype_make((int)(parts[0] & 0xFF), (int)(parts[1] & 0xFF), (int)(parts[2] & 0xFFFF));
    if (found && !cucore_dtype_check(dtype)) {
        *out = dtype;
    } else {
        found = -1;
        if (!PyErr_Occurred())
            cucore__py_raise_value(PyExc_TypeError, "dtype",
                                   "__dlpack_data_type__() must return three ints, (code, bits, lanes) of a dtype",
                                   answer);
    }
    Py_DECREF(answer);
    return found;
}

/* Reads a dtype of a library other than NumPy.  1, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_of_library(PyObject *obj, cucore_dtype *out)
{
    PyObject *text = cucore__py_known_text(obj, cucore__py_known_dtypes,
                                           sizeof cucore__py_known_dtypes / sizeof cucore__py_known_dtypes[0]);
    int found = text ? cucore__py_dtype_of_word(text, out) : PyErr_Occurred() ? -1 : 0;
    Py_XDECREF(text);
    return found;
}

/* Returns 0, or -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_dtype_from_object(PyObject *obj, cucore_dtype *out)
{
    char text[64];
    int found;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "dtype");
    if (PyUnicode_Check(obj)) {
        found = cucore__py_short_text(obj, text, sizeof text);
        if (found > 0) found = cucore__dtype_of_text(text, (size_t)found, out);
    } else if (PyType_Check(obj)) {
        found = cucore__py_dtype_of_type(obj, out);
    } else {
        found = cucore__py_is_of_numpy(obj, "dtype", 0);
        if (found > 0) {
            found = cucore__py_dtype_of_numpy(obj, out);
        } else if (!found) {
            found = cucore__py_dtype_of_dlpack(obj, out);
            if (!found) found = cucore__py_dtype_of_library(obj, out);
        }
    }
    if (found) return found < 0 ? -1 : 0;
    return cucore__py_raise_value(
        PyExc_TypeError, "dtype",
        "expected a name ('float32', 'f4'), a dtype of numbers in native byte order of NumPy, "
        "torch or another known library, a type of scalars, or an object with "
        "__dlpack_data_type__",
        obj);
}

CUCORE_API int cucore_py_dtype_converter(PyObject *obj, void *out)
{
    return obj == Py_None || cucore__py_dtype_from_object(obj, (cucore_dtype *)out) == 0;
}

/* -- devices -- */
/* Sets `out` to a device of a type.  1, 0 unknown type or impossible number. */
CUCORE__PRIVATE CUCORE__COLD int cucore__device_make(int64_t type, int64_t id, cucore_py_device *out)
{
    const int has_id = type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    if (!has_id && type != CUCORE_DEVICE_TYPE_CPU && type != CUCORE_DEVICE_TYPE_CUDA_HOST) return 0;
    if (id != CUCORE_DEVICE_CURRENT && (id < 0 || id > INT_MAX)) return 0;
    out->device_type = (int)type;
    out->device_id = has_id ? (int)id : CUCORE_DEVICE_NONE;
    return 1;
}

/* Reads "cpu", "cuda:1", ....  1, 0 no such device, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_device_of_text(PyObject *text, cucore_py_device *out)
{
    static const char *const names[] = {"cpu", "cuda", "gpu", "pinned", "managed"};
    static const int types[] = {CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_TYPE_CUDA, CUCORE_DEVICE_TYPE_CUDA,
                                CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_TYPE_CUDA_MANAGED};
    char room[24], *digits;
    int64_t id = CUCORE_DEVICE_CURRENT;
    int i;
    if (cucore__py_short_text(text, room, sizeof room) < 0) return -1;
    digits = strchr(room, ':');
    if (digits) {
        *digits++ = '\0';
        if (!*digits || strlen(digits) > 9 || digits[strspn(digits, "0123456789")]) return 0;
        id = strtol(digits, NULL, 10);
    }
    for (i = 0; i < 5; i++)
        if (strcmp(room, names[i]) == 0) return cucore__device_make(types[i], id, out);
    return 0;
}

/* Returns 0, or -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_device_from_object(PyObject *obj, cucore_py_device *out)
{
    int64_t pair[CUCORE_MAX_NDIM > 2 ? CUCORE_MAX_NDIM : 2] = {CUCORE_DEVICE_TYPE_CUDA, -1};
    PyObject *text = NULL;
    int typed = 1, found = 0; /* typed: the object is of a type that names devices */
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "device");
    if (PyUnicode_Check(obj)) {
        found = cucore__py_device_of_text(obj, out);
    } else if (PyTuple_Check(obj)) {
        typed = PyTuple_Size(obj) == 2;
        found = typed && cucore__py_read_tuple(obj, pair) == 2;
    } else if (PyType_Check(obj) || PyBool_Check(obj)) {
        typed = 0;
    } else if (PyLong_Check(obj)) {
        found = cucore__py_to_int64(obj, &pair[1]) == 0;
    } else {
        text = cucore__py_known_text(obj, cucore__py_known_devices,
                                     sizeof cucore__py_known_devices / sizeof cucore__py_known_devices[0]);
        if (text) found = cucore__py_device_of_text(text, out);
        Py_XDECREF(text);
        /* last: each weakref.proxy has an __index__, whatever it stands for */
        typed = text || PyIndex_Check(obj);
        if (!text && typed && !PyErr_Occurred()) found = cucore__py_to_int64(obj, &pair[1]) == 0;
    }
    if (found > 0 && pair[1] >= 0) found = cucore__device_make(pair[0], pair[1], out);
    if (found > 0 && (pair[1] >= 0 || text || PyUnicode_Check(obj))) return 0;
    if (PyErr_Occurred()) return -1;
    return cucore__py_raise_value(
        typed ? PyExc_ValueError : PyExc_TypeError, "device",
        typed ? "expected 'cpu', 'pinned', 'cuda' or 'managed', the last two also with a number (':1'), or a number"
              : "expected a name ('cuda:0'), a number, a device of a known library, or (device type, device id)",
        obj);
}

CUCORE_API int cucore_py_device_converter(PyObject *obj, void *out)
{
    return obj == Py_None || cucore__py_device_from_object(obj, (cucore_py_device *)out) == 0;
}

/* -- shapes -- */
CUCORE_API int cucore_py_shape_converter(PyObject *obj, void *out)
{
    cucore_py_shape shape, *const made = (cucore_py_shape *)out;
    PyObject *tuple;
    int i, typed = 1;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "shape") + 1;
    tuple = PyTuple_Check(obj) || PyList_Check(obj) ? PySequence_Tuple(obj) : PyTuple_Pack(1, obj);
    if (!tuple) return 0;
    shape.ndim = cucore__py_read_tuple(tuple, shape.extents);
    for (i = 0; shape.ndim < 0 && i < (int)PyTuple_Size(tuple); i++) {
        PyObject *item = PyTuple_GetItem(tuple, i);
        typed &= !PyBool_Check(item) && PyIndex_Check(item);
    }
    Py_DECREF(tuple);
    for (i = 0; i < shape.ndim && shape.extents[i] >= 0; i++) {
    }
    if (i == shape.ndim) {
        memcpy(made->extents, shape.extents, (size_t)i * sizeof shape.extents[0]);
        made->ndim = i;
        return 1;
    }
    if (PyErr_Occurred()) return 0;
    return 1 +
           cucore__py_raise_value(typed ? PyExc_ValueError : PyExc_TypeError, "shape",
                                  typed ? "expected at most " CUCORE__PY_DIGITS(CUCORE_MAX_NDIM) " extents, each from "
                                                                                                 "0 to 2^63 - 1"
                                        : "expected an int, or a tuple or a list of ints",
                                  obj);
}
