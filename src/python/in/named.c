/* ----------------------------------------------------------------------------------------------- >>impl-py-named -- */
/* python/in/named.c: reads objects that name a dtype, a device or a shape. */
/* An object of a library, known by the names of its type, or of a base; see cucore__py_known_type.  The text of the
 * object, or of an attribute, names what it stands for. */
typedef struct cucore__py_known_name {
    const char *package, *type, *attribute; /* NULL: str() of the object itself */
} cucore__py_known_name;

static const cucore__py_known_name cucore__py_known_dtypes[] = {
    {"torch", "dtype", NULL},   {"tensorflow", "DType", "name"}, {"mlx", "Dtype", NULL},
    {"paddle", "dtype", NULL},  {"paddle", "DataType", NULL},    {"numba", "Integer", "name"},
    {"numba", "Float", "name"}, {"numba", "Complex", "name"},    {"numba", "Boolean", "name"}};

/* The devices of JAX have a platform beside the number. */
static const cucore__py_known_name cucore__py_known_devices[] = {
    {"torch", "device", NULL},      {"tvm_ffi", "Device", NULL}, {"jaxlib", "Device", "local_hardware_id"},
    {"cupy", "Device", "id"},       {"numba", "Device", "id"},   {"numba_cuda", "Device", "id"},
    {"cuda", "Device", "device_id"}};

/* Returns the row of the type of an object, or of one of its bases; NULL: there is none, or an exception is set. */
CUCORE__PRIVATE CUCORE__COLD const cucore__py_known_name *cucore__py_known_row(PyObject *obj,
                                                                               const cucore__py_known_name *rows,
                                                                               size_t count)
{
    PyObject *bases = cucore__py_bases(Py_TYPE(obj)), *name = NULL;
    const cucore__py_known_name *row = NULL;
    PyTypeObject *base;
    Py_ssize_t at = 0;
    char package[16];
    size_t i;
    while (!row && !PyErr_Occurred() && (base = cucore__py_next_base(bases, &at)) != NULL) {
        if (cucore__py_package_of(base, package, sizeof package) < 0) break;
        for (i = 0; i < count && !row; i++) {
            if (strcmp(package, rows[i].package)) continue;
            if (!name) name = cucore__py_type_name(base);
            if (!name) break;
            if (PyUnicode_CompareWithASCIIString(name, rows[i].type) == 0) row = &rows[i];
        }
        Py_CLEAR(name);
    }
    Py_XDECREF(bases);
    return row;
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
    if (size < 2 || size + 1 >= sizeof typestr) return 0;
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
    const cucore__py_known_name *row = cucore__py_known_row(
        obj, cucore__py_known_dtypes, sizeof cucore__py_known_dtypes / sizeof cucore__py_known_dtypes[0]);
    PyObject *text = NULL;
    int found = row ? 1 : PyErr_Occurred() ? -1 : 0;
    if (row && row->attribute) found = cucore__py_lookup_string(obj, row->attribute, &text);
    if (row && !row->attribute && (text = PyObject_Str(obj)) == NULL) found = -1;
    if (found > 0) found = cucore__py_dtype_of_word(text, out);
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

/* Reads "cpu", "cuda:1", ....  1, 0. */
CUCORE__PRIVATE CUCORE__COLD int cucore__device_of_text(const char *text, cucore_py_device *out)
{
    static const struct {
        const char *name;
        int type;
    } names[] = {{"cpu", CUCORE_DEVICE_TYPE_CPU},
                 {"cuda", CUCORE_DEVICE_TYPE_CUDA},
                 {"gpu", CUCORE_DEVICE_TYPE_CUDA},
                 {"pinned", CUCORE_DEVICE_TYPE_CUDA_HOST},
                 {"managed", CUCORE_DEVICE_TYPE_CUDA_MANAGED}};
    const size_t length = strcspn(text, ":"), digits = text[length] ? strspn(text + length + 1, "0123456789") : 0;
    int64_t id = CUCORE_DEVICE_CURRENT;
    size_t i;
    if (text[length]) {
        if (!digits || digits > 9 || text[length + 1 + digits]) return 0;
        for (id = 0, i = 0; i < digits; i++) id = 10 * id + (text[length + 1 + i] - '0');
    }
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i].name) == length && memcmp(names[i].name, text, length) == 0)
            return cucore__device_make(names[i].type, id, out);
    return 0;
}

/* Reads the number of a device, and for JAX whether it is a GPU.  1, 0, -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_device_number(PyObject *obj, const char *attribute, cucore_py_device *out)
{
    PyObject *number = NULL, *platform = NULL;
    char text[16];
    int64_t id = 0;
    cucore_py_device named = {CUCORE_DEVICE_TYPE_CUDA, 0};
    int found = cucore__py_lookup_string(obj, attribute, &number);
    if (found > 0 && cucore__py_to_int64(number, &id) < 0) found = PyErr_Occurred() ? -1 : 0;
    if (found > 0 && strcmp(attribute, "local_hardware_id") == 0) {
        found = cucore__py_lookup_string(obj, "platform", &platform);
        if (found > 0) found = cucore__py_short_text(platform, text, sizeof text);
        if (found > 0) found = cucore__device_of_text(text, &named);
    }
    if (found > 0) found = id >= 0 && cucore__device_make(named.device_type, id, out);
    Py_XDECREF(platform);
    Py_XDECREF(number);
    return found;
}

/* Reads a device of a library.  1, 0 not known, -1; 2: known, but no device that is supported. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_device_of_library(PyObject *obj, cucore_py_device *out)
{
    const cucore__py_known_name *row = cucore__py_known_row(
        obj, cucore__py_known_devices, sizeof cucore__py_known_devices / sizeof cucore__py_known_devices[0]);
    PyObject *text;
    char room[32];
    int found;
    if (!row) return PyErr_Occurred() ? -1 : 0;
    if (row->attribute) {
        found = cucore__py_device_number(obj, row->attribute, out);
    } else {
        text = PyObject_Str(obj);
        found = text ? cucore__py_short_text(text, room, sizeof room) : -1;
        if (found > 0) found = cucore__device_of_text(room, out);
        Py_XDECREF(text);
    }
    return found ? found : 2;
}

/* Returns 0, or -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_device_from_object(PyObject *obj, cucore_py_device *out)
{
    int64_t pair[CUCORE_MAX_NDIM > 2 ? CUCORE_MAX_NDIM : 2] = {CUCORE_DEVICE_TYPE_CUDA, -1};
    char text[32];
    int found = 2; /* of a right type, but no device */
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "device");
    if (PyUnicode_Check(obj)) {
        found = cucore__py_short_text(obj, text, sizeof text);
        if (found >= 0) found = cucore__device_of_text(text, out) ? 1 : 2;
    } else if (PyTuple_Check(obj)) {
        if (PyTuple_Size(obj) != 2) {
            found = 0;
        } else if (cucore__py_read_tuple(obj, pair) == 2) {
            found = pair[1] >= 0 && cucore__device_make(pair[0], pair[1], out) ? 1 : 2;
        }
    } else if (!PyBool_Check(obj) && (PyLong_Check(obj) || PyIndex_Check(obj))) {
        if (cucore__py_to_int64(obj, &pair[1]) == 0 && pair[1] >= 0 && cucore__device_make(pair[0], pair[1], out))
            found = 1;
    } else {
        found = PyType_Check(obj) ? 0 : cucore__py_device_of_library(obj, out);
    }
    if (found == 1) return 0;
    if (PyErr_Occurred()) return -1;
    return cucore__py_raise_value(
        found ? PyExc_ValueError : PyExc_TypeError, "device",
        found ? "expected 'cpu', 'cuda', 'pinned' or 'managed', the last three with or without a "
                "number (':1'), a number from 0 on, or such a device of a library"
              : "expected a name ('cpu', 'cuda:0'), a number, a device of torch, JAX or another "
                "known library, or two ints, (device type, device id)",
        obj);
}

CUCORE_API int cucore_py_device_converter(PyObject *obj, void *out)
{
    return obj == Py_None || cucore__py_device_from_object(obj, (cucore_py_device *)out) == 0;
}

/* -- shapes -- */
/* Returns 0, or -1 with an exception. */
CUCORE__PRIVATE int cucore__py_shape_from_object(PyObject *obj, cucore_py_shape *out)
{
    static const char types[] = "expected an int, or a tuple or a list of ints";
    cucore_py_shape shape;
    PyObject *tuple = NULL;
    int i, typed = 1;
    if (!obj) return cucore__py_raise_missing(PyExc_TypeError, "shape");
    shape.ndim = -1;
    if (PyTuple_Check(obj) || PyList_Check(obj)) {
        tuple = PySequence_Tuple(obj);
        if (!tuple) return -1;
        shape.ndim = cucore__py_read_tuple(tuple, shape.extents);
        for (i = 0; i < PyTuple_Size(tuple) && typed && shape.ndim < 0; i++)
            typed = !PyBool_Check(PyTuple_GetItem(tuple, i)) && PyIndex_Check(PyTuple_GetItem(tuple, i));
        Py_DECREF(tuple);
    } else if (PyBool_Check(obj) || !PyIndex_Check(obj)) {
        typed = 0;
    } else if (cucore__py_to_int64(obj, &shape.extents[0]) == 0) {
        shape.ndim = 1;
    }
    for (i = 0; i < shape.ndim && shape.extents[i] >= 0; i++) {
    }
    if (i == shape.ndim) {
        memcpy(out->extents, shape.extents, (size_t)shape.ndim * sizeof shape.extents[0]);
        out->ndim = shape.ndim;
        return 0;
    }
    if (PyErr_Occurred()) return -1;
    if (!typed) return cucore__py_raise_value(PyExc_TypeError, "shape", types, obj);
    return cucore__py_raise_value(PyExc_ValueError, "shape",
                                  "expected at most " CUCORE__PY_DIGITS(CUCORE_MAX_NDIM) " extents from 0 to 2^63 - 1",
                                  obj);
}

CUCORE_API int cucore_py_shape_converter(PyObject *obj, void *out)
{
    return cucore__py_shape_from_object(obj, (cucore_py_shape *)out) == 0;
}
