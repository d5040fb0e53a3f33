/* python/in/refusals.c: raises refusals under the name of the argument, with advice about objects of other
 * libraries. */
/* Returns one of the classes of the caller, by its place in the struct, or the usual one. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_class(const cucore_arg *arg, size_t place, PyObject *usual)
{
    const char *classes = (const char *)arg->exceptions;
    PyObject *own = NULL;
    if (classes) memcpy(&own, classes + place, sizeof own);
    return own ? own : usual;
}

/* Returns the class for masks. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_class_of_mask(const cucore_arg *arg)
{
    return cucore__py_class(arg, offsetof(cucore_py_exceptions, mask),
                            cucore__py_class(arg, offsetof(cucore_py_exceptions, unsupported), PyExc_BufferError));
}

#define CUCORE__PY_CLASS(arg, member, usual)                                                                           \
    cucore__py_class((arg), offsetof(cucore_py_exceptions, member), PyExc_##usual)

/* Returns the class of a status that is about the array. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_import_class(cucore_status status, const cucore_arg *arg)
{
    PyObject *usual;
    switch (status) {
    case CUCORE_WRONG_DTYPE: return CUCORE__PY_CLASS(arg, wrong_dtype, TypeError);
    case CUCORE_WRONG_SHAPE: return CUCORE__PY_CLASS(arg, wrong_shape, ValueError);
    case CUCORE_WRONG_LAYOUT: return CUCORE__PY_CLASS(arg, wrong_layout, ValueError);
    case CUCORE_WRONG_DEVICE: return CUCORE__PY_CLASS(arg, wrong_device, ValueError);
    case CUCORE_READONLY: return CUCORE__PY_CLASS(arg, readonly, ValueError);
    case CUCORE_UNSUPPORTED:
        usual = CUCORE__PY_CLASS(arg, unsupported, BufferError);
        return strncmp(cucore_last_error()->message, "strides[", 8) == 0
                   ? cucore__py_class(arg, offsetof(cucore_py_exceptions, strides), usual)
                   : usual;
    case CUCORE_PROTOCOL:
    case CUCORE_OVERFLOW: return CUCORE__PY_CLASS(arg, protocol, BufferError);
    default: return cucore__py_exception(status);
    }
}

/* Raises "x: text" for a format of PyUnicode_FromFormat.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse(const cucore_arg *arg, PyObject *exception, const char *format, ...)
{
    PyObject *message;
    va_list values;
    va_start(values, format);
    message = PyUnicode_FromFormatV(format, values);
    va_end(values);
    if (message) PyErr_Format(exception, "%s: %U", cucore__arg_name(arg), message);
    Py_XDECREF(message);
    return -1;
}

/* Raises the last error.  While an array is taken in, every bad field is the fault of the producer: BufferError (rules
 * 1.6).  A fault of the cucore_arg is not: cucore_view_check puts the name into its messages.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_status(const cucore_arg *arg, cucore_status status)
{
    const char *message = cucore_last_error()->message, *name = cucore__arg_name(arg);
    const size_t length = strlen(name);
    if (!message[0] && status <= CUCORE_READONLY && status >= CUCORE_WRONG_DEVICE)
        return -1; /* of cucore__is_wordless: cucore__py_try returns 1 without an exception */
    if (strncmp(message, name, length) == 0 && message[length] == ':') {
        PyErr_Format(cucore__py_import_class(status, arg), "%s", message); /* the text of a producer may be no UTF-8 */
        return -1;
    }
    if (status == CUCORE_INVALID_ARGUMENT) status = CUCORE_PROTOCOL;
    return cucore__py_refuse(arg, cucore__py_import_class(status, arg), "%s", message);
}

/* Raises "x: text" with the type of `culprit`, as cucore__py_raise_type does.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_type(const cucore_arg *arg, PyObject *exception, const char *format,
                                                        PyObject *culprit)
{
    return cucore__py_raise_type(exception, cucore__arg_name(arg), format, culprit);
}

/* Advice about objects of a type or a derived one, by the names of its package and its own: if no protocol was found
 * (words is NULL), or if the message contains these words. "%s" in a hint is the name of the argument. */
typedef struct cucore__py_hint_row {
    const char *package, *name, *words, *hint;
} cucore__py_hint_row;
static const cucore__py_hint_row cucore__py_hints[] = {
    {"jax", "Tracer", NULL,
     "a tracer has no data: call this outside of jax.jit, jax.grad and jax.vmap, or wrap it with jax.pure_callback or "
     "jax.ffi"},
    {"jax", "PRNGKeyArray", NULL, "pass jax.random.key_data(%s)"},
    {"jax", "JAXSparse", NULL, "a sparse array: pass %s.todense()"},
    {"jax", "Ref", NULL, "pass %s[...]"},
    {"jax", "ShapeDtypeStruct", NULL, "it has a shape and a dtype, but no data"},
    {"scipy", "_spbase", NULL, "a sparse array: pass %s.toarray()"},
    {"scipy", "spmatrix", NULL, "a sparse array: pass %s.toarray()"},
    {"cupyx", "spmatrix", NULL, "a sparse array: pass %s.toarray()"},
    {"cupyx", "_spbase", NULL, "a sparse array: pass %s.toarray()"},
    {"sparse", "SparseArray", NULL, "a sparse array: pass %s.todense()"},
    {"torch", "Proxy", NULL, "a proxy of torch.fx has no data"},
    {"tensorflow", "SymbolicTensor", NULL, "a symbolic tensor has no data: call this outside of tf.function"},
    {"tensorflow", "SparseTensor", NULL, "a sparse tensor: pass tf.sparse.to_dense(%s)"},
    {"tensorflow", "RaggedTensor", NULL, "a ragged tensor: pass %s.to_tensor()"},
    {"tensorflow", "ResourceVariable", NULL, "pass %s.value()"},
    {"keras", "KerasTensor", NULL, "a symbolic tensor has no data"},
    {"jaxlib", "ArrayImpl", "NoneType", "was the array deleted, or donated to a jitted function?"},
    {"torch", "Proxy", "__dlpack_device__", "a proxy of torch.fx has no data"},
    {"torch", "FakeTensor", "data pointer is NULL", "a FakeTensor has a shape and a dtype, but no data"},
    {"torch", "TensorBase", "data pointer is NULL",
     "the tensor has no data: its storage was freed, or it is a zero tensor or a functional one"},
    {"torch", "TensorBase", "device type meta", "a meta tensor has a shape and a dtype, but no data"},
    {"torch", "TensorBase", "other than torch.strided", "a sparse tensor: pass %s.to_dense()"},
    {"torch", "TensorBase", "OpaqueTensorImpl", "pass %s.to_dense()"},
    {"torch", "TensorBase", "NestedTensorImpl", "a nested tensor: pass %s.to_padded_tensor(0)"},
    {"torch", "TensorBase", "QInt", "a quantized tensor: pass %s.dequantize()"},
    {"torch", "TensorBase", "conjugate bit", "pass %s.resolve_conj()"},
    {"torch", "TensorBase", "require gradient", "pass %s.detach()"},
    {"torch", "TensorBase", "float4_e2m1fnx2",
     "an element has two numbers: what takes bytes takes %s.view(torch.uint8)"},
    {"torch", "TensorBase", "Batching rule", "call this outside of torch.vmap"}};

/* Returns the hint of one type for a message, or for none; NULL: there is no row. */
CUCORE__PRIVATE const char *cucore__py_hint_of_type(PyTypeObject *type, const char *message)
{
    const size_t count = sizeof cucore__py_hints / sizeof cucore__py_hints[0];
    const char *hint = NULL;
    char package[16];
    PyObject *name = NULL;
    size_t i;
    if (cucore__py_package_of(type, package, sizeof package) < 0) return NULL;
    for (i = 0; i < count && !hint; i++) {
        const cucore__py_hint_row *row = &cucore__py_hints[i];
        if (strcmp(package, row->package) || !row->words != !message) continue;
        if (message && !strstr(message, row->words)) continue;
        if (!name) name = cucore__py_type_name(type);
        if (!name) return NULL;
        if (PyUnicode_CompareWithASCIIString(name, row->name) == 0) hint = row->hint;
    }
    Py_XDECREF(name);
    return hint;
}

/* Returns what to do with an object that was refused with `message`, or has no protocol (NULL).  The function never
 * fails, and runs no code of the object; NULL: no advice. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__py_hint(PyObject *obj, const char *message)
{
    PyObject *bases = cucore__py_bases(Py_TYPE(obj)), *name = NULL, *method = NULL;
    PyTypeObject *base;
    Py_ssize_t i = 0;
    const char *hint = NULL;
    while (!hint && !PyErr_Occurred() && (base = cucore__py_next_base(bases, &i)) != NULL)
        hint = cucore__py_hint_of_type(base, message);
    if (!hint && !message && !PyErr_Occurred()) name = PyUnicode_InternFromString("__array__");
    if (name && cucore__py_type_attribute(Py_TYPE(obj), name, &method) > 0) hint = "pass numpy.asarray(%s)";
    Py_XDECREF(method);
    Py_XDECREF(name);
    Py_XDECREF(bases);
    PyErr_Clear();
    return hint;
}

/* Returns a hint with the name of the argument, at most 64 characters of it. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__py_hint_text(const char *hint, const cucore_arg *arg, char *room,
                                                              size_t size)
{
    cucore__text text = cucore__text_start(room, size);
    const char *place = hint ? strstr(hint, "%s") : NULL;
    if (!place) return hint;
    cucore__text_add(&text, "%.*s%.64s%s", (int)(place - hint), hint, arg->name ? arg->name : "x", place + 2);
    return room;
}

/* Returns the text of an exception of a plain class, whose only argument it is; no foreign code runs.  A new reference,
 * NULL: another exception. */
CUCORE__PRIVATE PyObject *cucore__py_plain_text(PyObject *error)
{
    PyObject *const plain[] = {PyExc_TypeError,      PyExc_ValueError,     PyExc_BufferError,
                               PyExc_RuntimeError,   PyExc_AttributeError, PyExc_NotImplementedError,
                               PyExc_AssertionError, PyExc_OverflowError,  PyExc_IndexError};
    PyObject *args, *text = NULL;
    size_t i;
    for (i = 0; i < sizeof plain / sizeof plain[0] && (PyObject *)Py_TYPE(error) != plain[i]; i++) {
    }
    if (i == sizeof plain / sizeof plain[0]) return NULL;
    args = PyObject_GetAttrString(error, "args");
    if (args && PyTuple_Check(args) && PyTuple_Size(args) == 1) {
        text = PyTuple_GetItem(args, 0);
        if (!PyUnicode_CheckExact(text)) text = NULL;
        Py_XINCREF(text);
    }
    Py_XDECREF(args);
    return text;
}

CUCORE__PRIVATE void cucore__py_set_text(PyObject *error, PyObject *text)
{
    PyObject *args = text ? PyTuple_Pack(1, text) : NULL;
    if (args) (void)PyObject_SetAttrString(error, "args", args);
    Py_XDECREF(args);
}

/* Adds a note as BaseException.add_note does, without add_note or __setattr__ of the class.  An exception that is
 * raised again does not get the same note again. */
CUCORE__PRIVATE void cucore__py_add_note(PyObject *error, PyObject *note)
{
    PyObject *dict = PyObject_GenericGetDict(error, NULL), *key = PyUnicode_InternFromString("__notes__");
    PyObject *notes = NULL, *last;
    int found = dict && PyDict_Check(dict) && key ? cucore__py_dict_get(dict, key, &notes) : -1;
    Py_ssize_t count = found > 0 && PyList_CheckExact(notes) ? PyList_Size(notes) : 0;
    if (!found && (notes = PyList_New(0)) != NULL) found = PyDict_SetItem(dict, key, notes) < 0 ? -1 : 1;
    if (found > 0 && PyList_CheckExact(notes)) {
        last = count ? PySequence_GetItem(notes, count - 1) : NULL;
        if (!last || !PyUnicode_CheckExact(last) || PyUnicode_Compare(last, note)) (void)PyList_Append(notes, note);
        Py_XDECREF(last);
    }
    Py_XDECREF(notes);
    Py_XDECREF(key);
    Py_XDECREF(dict);
}

/* Adds the name of the argument to an exception of the producer: as a note, or, before Python 3.11, in front of the
 * text of a plain exception. */
CUCORE__PRIVATE void cucore__py_note_argument(PyObject *error, PyObject *text, const char *name, const char *hint)
{
    PyObject *added = NULL;
#if PY_VERSION_HEX >= 0x030B0000
    (void)text;
    if (name) {
        added = PyUnicode_FromFormat("while reading argument '%s'%s%s", name, hint ? ": " : "", hint ? hint : "");
    } else if (hint) {
        added = PyUnicode_FromString(hint);
    }
    if (added) cucore__py_add_note(error, added);
#else
    if (text && name) {
        added = PyUnicode_FromFormat("argument '%s': %U%s%s", name, text, hint ? "; " : "", hint ? hint : "");
    } else if (text && hint) {
        added = PyUnicode_FromFormat("%U; %s", text, hint);
    }
    cucore__py_set_text(error, added);
#endif
    Py_XDECREF(added);
}

/* Returns 1 if a message begins with the name of the argument: cucore raised it. */
CUCORE__PRIVATE int cucore__py_names_argument(PyObject *text, const cucore_arg *arg)
{
    PyObject *start = text ? PyUnicode_FromFormat("%s: ", cucore__arg_name(arg)) : NULL;
    int found = start && PyUnicode_Tailmatch(text, start, 0, PyUnicode_GetLength(text), -1) > 0;
    Py_XDECREF(start);
    return found;
}

/* Returns 1 if the class is one of the classes in cucore_arg.exceptions. */
CUCORE__PRIVATE int cucore__py_is_of_caller(PyObject *error, const cucore_arg *arg)
{
    const char *classes = (const char *)arg->exceptions;
    PyObject *one;
    size_t at;
    for (at = 0; classes && at < offsetof(cucore_py_exceptions, reserved); at += sizeof one) {
        memcpy(&one, classes + at, sizeof one);
        if (one == (PyObject *)Py_TYPE(error)) return 1;
    }
    return 0;
}

/* Ends an intake that failed.  Its exception stays, with advice if there is some.  An exception that is no Exception
 * (rules B92), or a MemoryError, which may be shared, stays as it is.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refused(PyObject *obj, const cucore_arg *arg)
{
    PyObject *error = cucore__py_error_take(), *text, *encoded, *longer;
    const char *hint;
    char room[256];
    if (!error) return -1; /* likewise */
    if ((PyObject *)Py_TYPE(error) != PyExc_MemoryError && PyErr_GivenExceptionMatches(error, PyExc_Exception)) {
        text = cucore__py_plain_text(error);
        encoded = text ? PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace") : NULL;
        hint = encoded ? cucore__py_hint(obj, PyBytes_AsString(encoded)) : NULL;
        hint = cucore__py_hint_text(hint, arg, room, sizeof room);
        PyErr_Clear();
        if (!text && cucore__py_is_of_caller(error, arg)) {
            /* raised by cucore, with the name in its text */
        } else if (!cucore__py_names_argument(text, arg)) {
            cucore__py_note_argument(error, text, arg->name, hint);
        } else if (hint) {
            longer = PyUnicode_FromFormat("%U; %s", text, hint);
            cucore__py_set_text(error, longer);
            Py_XDECREF(longer);
        }
        Py_XDECREF(encoded);
        Py_XDECREF(text);
        PyErr_Clear();
    }
    cucore__py_error_put(error);
    return -1;
}
