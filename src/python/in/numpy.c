/* python/in/numpy.c: knows the arrays and the scalars of NumPy. */
/* Returns 1 if it is the type of NumPy, not a stand-in whose buffers may be anything: only C code makes types that are
 * not on the heap (rules B83). */
CUCORE__PRIVATE int cucore__py_is_ndarray_type(PyObject *found)
{
    PyTypeObject *type = (PyTypeObject *)(void *)found;
    if (!PyType_Check(found) || PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) return 0;
#if !defined(Py_LIMITED_API) /* in which a look at the slots is too slow */
    if (strcmp(type->tp_name, "numpy.ndarray") || !type->tp_as_buffer || !type->tp_as_buffer->bf_getbuffer) return 0;
#endif
    return 1;
}

/* The functions of NumPy's C API that are called, by their places in the table.  source: numpy/__multiarray_api.h; the
 * places are the same in NumPy 1.7 to 2.5, the ABI versions are those of 1.x and 2.x */
enum { CUCORE__NUMPY_ABI_VERSION = 0, CUCORE__NUMPY_NDARRAY = 2, CUCORE__NUMPY_NEW = 93 };

/* The dtype of NumPy's type numbers; 0 bits: none that is a number, or one without a code here.  source: NPY_TYPES in
 * numpy/ndarraytypes.h */
static const struct {
    unsigned char code, bits;
} cucore__numpy_types[] = {{CUCORE_CODE_BOOL, 8},
                           {CUCORE_CODE_INT, 8},
                           {CUCORE_CODE_UINT, 8},
                           {CUCORE_CODE_INT, 8 * sizeof(short)},
                           {CUCORE_CODE_UINT, 8 * sizeof(short)},
                           {CUCORE_CODE_INT, 8 * sizeof(int)},
                           {CUCORE_CODE_UINT, 8 * sizeof(int)},
                           {CUCORE_CODE_INT, 8 * sizeof(long)},
                           {CUCORE_CODE_UINT, 8 * sizeof(long)},
                           {CUCORE_CODE_INT, 64},
                           {CUCORE_CODE_UINT, 64},
                           {CUCORE_CODE_FLOAT, 32},
                           {CUCORE_CODE_FLOAT, 64},
                           {0, 0}, /* longdouble */
                           {CUCORE_CODE_COMPLEX, 64},
                           {CUCORE_CODE_COMPLEX, 128},
                           {0, 0},
                           {0, 0},
                           {0, 0},
                           {0, 0},
                           {0, 0}, /* clongdouble, object, bytes, str, void */
                           {0, 0},
                           {0, 0}, /* datetime64, timedelta64 */
                           {CUCORE_CODE_FLOAT, 16}};
enum { CUCORE__NUMPY_TYPE_COUNT = sizeof cucore__numpy_types / sizeof cucore__numpy_types[0] };

/* Finds the table of NumPy's C functions, if it has this numpy.ndarray and a known ABI.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_find_numpy(cucore__py_state *state, PyObject *ndarray)
{
    PyObject *capsule = NULL;
    int found = cucore__py_imported_attribute("numpy._core._multiarray_umath", "_ARRAY_API", &capsule);
    if (!found) found = cucore__py_imported_attribute("numpy.core._multiarray_umath", "_ARRAY_API", &capsule);
    if (found < 0) return cucore__py_error_clear();
    if (found && PyCapsule_CheckExact(capsule) && PyCapsule_IsValid(capsule, NULL)) {
        void **table = (void **)(PyCapsule_GetPointer)(capsule, NULL);
        unsigned (*version)(void) = NULL;
        memcpy(&version, &table[CUCORE__NUMPY_ABI_VERSION], sizeof version);
        if (table[CUCORE__NUMPY_NDARRAY] == ndarray && (version() == 0x01000009 || version() == 0x02000000))
            CUCORE__STORE(&state->numpy, (void *)table);
    }
    Py_XDECREF(capsule);
    return 0;
}

#if !defined(Py_LIMITED_API) && !defined(Py_GIL_DISABLED) /* without the GIL another thread may reshape the array */
#define CUCORE__PY_READS_NDARRAY

/* PyArray_Descr and PyArrayObject_fields, as extension modules read them by macros.  source: numpy/ndarraytypes.h of
 * 1.7 to 2.5, whose later members differ */
typedef struct cucore__numpy_descr {
    PyObject_HEAD PyTypeObject *scalar;
    char kind, letter, byte_order, former_flags;
    int type;
} cucore__numpy_descr;

typedef struct cucore__numpy_array {
    PyObject_HEAD char *data;
    int ndim;
    Py_ssize_t *shape, *strides;
    PyObject *base;
    cucore__numpy_descr *descr;
    int flags;
} cucore__numpy_array;

/* NPY_ARRAY_C_CONTIGUOUS and so on. */
enum { CUCORE__NUMPY_IS_C = 0x1, CUCORE__NUMPY_IS_F = 0x2, CUCORE__NUMPY_IS_WRITEABLE = 0x400 };

/* Fills the layout of an array that is not in C order: in F order, or with strides of any multiple of the itemsize.
 * Returns 0 for other strides, or a view that is not sound. */
CUCORE__PRIVATE CUCORE__APART int cucore__ndarray_strides(const cucore__numpy_array *array, cucore_view *view)
{
    cucore_layout *layout = &view->layout;
    const int shift = cucore__shift_of(layout->itemsize);
    int64_t size = 1, remainder = 0;
    cucore__survey span;
    int i;
    for (i = 0; i < layout->ndim; i++) {
        layout->shape[i] = cucore__opaque(array->shape[i]);
        layout->strides[i] = array->flags & CUCORE__NUMPY_IS_F ? size : array->strides[i] >> shift;
        remainder |= array->strides[i] & (layout->itemsize - 1);
        if (cucore__mul(size, layout->shape[i], &size)) return 0;
    }
    return (!remainder || array->flags & CUCORE__NUMPY_IS_F) && cucore__layout_is_usual(layout, &span) &&
           cucore__view_has_addresses(view, &span);
}

/* Describes an array of numbers that is not empty as its buffer would, which takes three times as long. Returns
 * 0, and has written nothing that counts, for any other: its buffer is asked.  `view` is not cleared.  As in buffers,
 * the strides of an array in C or F order are computed. */
CUCORE__PRIVATE inline int cucore__ndarray_decode(PyObject *obj, cucore_view *view)
{
    const cucore__numpy_array *array = (const cucore__numpy_array *)(const void *)obj;
    const unsigned type = (unsigned)array->descr->type;
    cucore_layout *layout = &view->layout;
    int64_t size = 1, extent;
    int i = array->ndim;
    if (array->flags < 0) return 0; /* a write warns */
    if (type >= CUCORE__NUMPY_TYPE_COUNT || !cucore__numpy_types[type].bits) return 0;
    if (array->descr->byte_order != '=' && array->descr->byte_order != '|') return 0;
    if ((unsigned)i > CUCORE_MAX_NDIM || !array->data) return 0;
    view->ptr = array->data;
    view->dtype = cucore_dtype_make(cucore__numpy_types[type].code, cucore__numpy_types[type].bits, 1);
    view->readonly = !(array->flags & CUCORE__NUMPY_IS_WRITEABLE);
    view->protocol = CUCORE_PROTOCOL_PEP3118;
    cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    layout->ndim = i;
    layout->itemsize = view->dtype.itemsize;
    layout->itembits = cucore__numpy_types[type].bits;
    if (!CUCORE__LIKELY(array->flags & CUCORE__NUMPY_IS_C)) return cucore__ndarray_strides(array, view);
    while (i-- > 0) {
        extent = array->shape[i];
        layout->shape[i] = extent;
        layout->strides[i] = size;
        if (extent < 1 || cucore__mul(size, extent, &size)) return 0;
    }
    return size <= INT64_MAX / 256 &&
           (uint64_t)(size * layout->itemsize) <= (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)array->data;
}
#endif

/* Finds numpy.ndarray in an imported NumPy, without which no object is one.  NULL: not imported, or an exception is
 * set. */
CUCORE__PRIVATE PyTypeObject *cucore__py_find_ndarray(cucore__py_state *state)
{
    PyObject *py_module = PyImport_GetModule(state->names[CUCORE__PY_NUMPY_MODULE]), *type = NULL;
    if (py_module) type = PyObject_GetAttrString(py_module, "ndarray");
    Py_XDECREF(py_module);
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) PyErr_Clear(); /* still being imported */
    if (type && !cucore__py_is_ndarray_type(type)) Py_CLEAR(type);
    if (type && cucore__py_find_numpy(state, type) < 0) Py_CLEAR(type);
    if (type) CUCORE__STORE(&state->ndarray, (PyTypeObject *)type);
    return (PyTypeObject *)type;
}

/* Returns 1 if the object is a numpy.ndarray, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_is_ndarray(cucore__py_state *state, PyObject *obj)
{
    PyTypeObject *ndarray = CUCORE__LOAD(&state->ndarray);
    if (!PyObject_CheckBuffer(obj)) return 0;
    if (ndarray && Py_TYPE(obj) == ndarray) return 1;
    if (!ndarray) ndarray = cucore__py_find_ndarray(state);
    if (!ndarray) return PyErr_Occurred() ? -1 : 0;
    return PyType_IsSubtype(Py_TYPE(obj), ndarray);
}

/* Returns 1 if the object is a scalar of NumPy, which has a buffer, 0, -1 with an exception.  The function is called
 * after cucore__py_is_ndarray: without a known numpy.ndarray no object is one. */
CUCORE__PRIVATE int cucore__py_is_scalar(cucore__py_state *state, PyObject *obj)
{
    PyTypeObject *scalar = CUCORE__LOAD(&state->scalar);
    PyObject *found = NULL;
    if (!CUCORE__LOAD(&state->ndarray) || !PyObject_CheckBuffer(obj)) return 0;
    if (!scalar) {
        if (cucore__py_imported_attribute("numpy", "generic", &found) < 0) return -1;
        if (found && !PyType_Check(found)) Py_CLEAR(found);
        if (!found) return 0;
        scalar = (PyTypeObject *)(void *)found;
        CUCORE__STORE(&state->scalar, scalar);
    }
    return PyType_IsSubtype(Py_TYPE(obj), scalar);
}

CUCORE__PRIVATE int cucore__py_is_plain_buffer(PyObject *obj)
{
    return PyBytes_CheckExact(obj) || PyByteArray_CheckExact(obj) || PyMemoryView_Check(obj);
}

/* Returns 1, and clears the exception, if NumPy raised ValueError for a dtype that a buffer cannot express (rules
 * A10). */
CUCORE__PRIVATE int cucore__py_buffer_cannot_express(int result)
{
    if (result != CUCORE__PY_NO_BUFFER || !PyErr_ExceptionMatches(PyExc_ValueError)) return 0;
    PyErr_Clear();
    return 1;
}

/* Returns 1 if numpy.ma knows a mask of the object, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_has_mask(PyObject *ma, PyObject *obj)
{
    PyObject *type = PyObject_GetAttrString(ma, "MaskedArray"), *function = NULL, *mask = NULL, *none = NULL;
    int found = 0;
    if (!type && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear(); /* still being imported */
    } else if (!type) {
        found = -1;
    } else if (PyType_Check(type) && PyObject_TypeCheck(obj, (PyTypeObject *)(void *)type)) {
        function = PyObject_GetAttrString(ma, "getmask");
        if (function) mask = PyObject_CallFunctionObjArgs(function, obj, NULL);
        if (mask) none = PyObject_GetAttrString(ma, "nomask");
        found = none ? mask != none : -1;
    }
    Py_XDECREF(none);
    Py_XDECREF(mask);
    Py_XDECREF(function);
    Py_XDECREF(type);
    return found;
}

/* Refuses a numpy.ma.MaskedArray with a mask, which a buffer and __dlpack__ drop (rules B99).  Before numpy.ma is
 * imported, no object is one.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_refuse_masked(const cucore__py_call *call)
{
    PyObject *ma = cucore__py_imported("numpy.ma");
    int found = ma ? cucore__py_has_mask(ma, call->obj) : PyErr_Occurred() ? -1 : 0;
    Py_XDECREF(ma);
    if (found <= 0) return found;
    return cucore__py_refuse_type(call->how.arg, cucore__py_class_of_mask(call->how.arg),
                                  "the array has a mask ('%U'): its masked elements are no data; pass filled() or data",
                                  call->obj);
}

/* Returns 1 for a NumPy array, a plain buffer or a capsule, which are taken before protocols are looked up; 0, -1 with
 * an exception. */
CUCORE__PRIVATE int cucore__py_is_plain(cucore__py_state *state, PyObject *obj)
{
    int found = cucore__py_is_ndarray(state, obj);
    return found ? found : cucore__py_is_plain_buffer(obj) || PyCapsule_CheckExact(obj);
}

/* Takes the object by its buffer, or by __array_interface__ if a buffer cannot express the dtype (bfloat16, float8,
 * int4, ...; D5, A10). */
CUCORE__PRIVATE int cucore__py_from_plain(cucore__py_call *call, uint64_t allowed)
{
    int result, ndarray = !cucore__py_is_plain_buffer(call->obj);
    if (ndarray && Py_TYPE(call->obj) != CUCORE__LOAD(&call->state->ndarray) && cucore__py_refuse_masked(call) < 0)
        return -1;
    result = cucore__py_from_buffer(call);
    if (!ndarray || !(allowed & CUCORE_BY_ARRAY_INTERFACE) || !cucore__py_buffer_cannot_express(result)) return result;
    call->value = PyObject_GetAttr(call->obj, call->state->names[CUCORE__PY_ARRAY_INTERFACE]);
    if (!call->value) return CUCORE__PY_FAILED;
    result = cucore__py_from_interface(call, CUCORE_PROTOCOL_ARRAY_INTERFACE, 1);
    Py_DECREF(call->value);
    return result;
}

/* Takes a scalar of NumPy by its buffer, if that has no axis.  Returns 1, 0 if an array has to be made, -1 with an
 * exception.  Buffers of dates and of bytes_ have one axis of uint8, and other scalars have none (rules B121). */
CUCORE__PRIVATE int cucore__py_scalar_buffer(const cucore__py_call *call)
{
    cucore_view *const out = call->out;
    Py_buffer *buffer = (Py_buffer *)(void *)out->private_.storage;
    if (PyObject_GetBuffer(call->obj, buffer, PyBUF_FULL_RO) < 0) return cucore__py_error_clear();
    if (buffer->ndim) {
        PyBuffer_Release(buffer);
        return 0;
    }
    cucore__view_own(out, NULL, cucore__py_release_buffer);
    return cucore__py_decode_held_buffer(call->how.arg, call->how.of_call, out) < 0 ? -1 : 1;
}

/* Makes a read-only 0-d array of the dtype of a scalar: the __array_interface__ of a scalar belongs to an array that
 * only the dict keeps alive.  A new reference, NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_array_of_scalar(const cucore__py_call *call)
{
    PyObject *function = cucore__py_constructor(call->state, CUCORE__PY_NUMPY_ASARRAY), *protect = NULL, *answer;
    PyObject *array = function ? PyObject_CallFunctionObjArgs(function, call->obj, NULL) : NULL;
    const int known = array ? cucore__py_is_ndarray(call->state, array) : -1;
    if (!known) /* a numpy.asarray of another library */
        cucore__py_refuse_type(call->how.arg, PyExc_TypeError, "numpy.asarray gave '%U', which is no numpy.ndarray",
                               array);
    if (known > 0) protect = PyObject_GetAttrString(array, "setflags");
    answer = protect ? PyObject_CallFunctionObjArgs(protect, Py_False, NULL) : NULL;
    if (array && !answer) {
        cucore__py_drop(array);
        array = NULL;
    }
    Py_XDECREF(answer);
    Py_XDECREF(protect);
    Py_XDECREF(function);
    return array;
}
