/* python/out/made.c: compares what a library made of a result with what it was given (rules B124). */
/* Takes the view of an array again, without ordering, to find out whether a result is of it: a tensor of DLPack does
 * not know its object.  `as` is cucore_arg.reinterpret.  1, 0: `like` is no such array, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_view_again(PyObject *like, uint64_t flags, cucore_dtype as, cucore_view *out)
{
    cucore_arg arg =
        CUCORE_ARG("like", NULL, NULL,
                   CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED | CUCORE_TRUST_PRODUCER | CUCORE_ALLOW_GRAD |
                       CUCORE_STREAM_0_IS_LEGACY | CUCORE_ALLOW_OTHER_DEVICES | CUCORE_ALLOW_OPAQUE);
    if (!like || PyCapsule_CheckExact(like)) return 0; /* a capsule would be consumed */
    arg.flags |= flags;
    arg.reinterpret = as;
    return cucore__py_enter_checked(like, &arg, CUCORE_STREAM_NO_SYNC, NULL, out) < 0 ? cucore__py_error_clear() : 1;
}

/* Returns 1 if the views show the same elements with the same meaning. */
CUCORE__PRIVATE int cucore__view_has_same_elements(const cucore_view *a, const cucore_view *b)
{
    return cucore_dtype_is_equal(a->dtype, b->dtype) && a->byte_swapped == b->byte_swapped &&
           cucore__view_is_same_place(a, b);
}

/* Describes a view without owning anything, for a comparison after it was handed over. */
CUCORE__PRIVATE void cucore__py_note_given(const cucore_view *view, cucore_view *out)
{
    memset(&out->private_, 0, sizeof out->private_);
    memcpy(out, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&out->layout, &view->layout);
}

/* Returns 1 if the same processors reach both arrays.  Libraries report pinned memory as that of the host, managed
 * memory as that of the device, and an interface does not name its device. */
CUCORE__PRIVATE int cucore__view_has_same_side(const cucore_view *made, const cucore_view *given)
{
    if (made->device_type == given->device_type && made->device_id == given->device_id) return 1;
    if (made->host_accessible && given->host_accessible) return 1;
    return made->device_accessible && given->device_accessible &&
           (made->device_id < 0 || given->device_id < 0 || made->device_id == given->device_id);
}

/* Returns 1 if a library made what it was given: the dtype, the shape and the device are the same, and the elements are
 * where they were, or in a copy of the library, which the array API leaves to it.  Another part of the memory that was
 * given is no copy. */
CUCORE__PRIVATE int cucore__view_is_made_of(const cucore_view *made, const cucore_view *given)
{
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    const int ndim = given->layout.ndim;
    if (!cucore_dtype_is_equal(made->dtype, given->dtype) || made->byte_swapped != given->byte_swapped) return 0;
    if (made->padded != given->padded || made->layout.ndim != ndim || !cucore__view_has_same_side(made, given))
        return 0;
    if (memcmp(made->layout.shape, given->layout.shape, (size_t)ndim * sizeof(int64_t))) return 0;
    if (cucore__view_is_same_place(made, given) || !cucore__device_type_has_addresses(given->device_type)) return 1;
    return !cucore_view_overlap(made, given, &overlap) && overlap == CUCORE_OVERLAP_NONE;
}

CUCORE__PRIVATE CUCORE__COLD void cucore__text_add_array(cucore__text *text, const cucore_view *view)
{
    cucore__text_add_dtype(text, view->dtype);
    cucore__text_add(text, " ");
    cucore__text_add_tuple(text, view->layout.shape, view->layout.ndim);
    cucore__text_add(text, " strides ");
    cucore__text_add_tuple(text, view->layout.strides, view->layout.ndim);
    cucore__text_add(text, " on ");
    cucore__text_add_device(text, view->device_type, view->device_id);
    cucore__text_add(text, " at 0x%llx", (unsigned long long)(uintptr_t)view->ptr);
}

#define CUCORE__PY_JAX_IS_NARROW "JAX has 64-bit types only with jax.config.update(\"jax_enable_x64\", True)"

/* Refuses a dtype that JAX would make narrower: 0, -1 with an exception.  Whatever else JAX changes is found when the
 * array is there. */
CUCORE__PRIVATE int cucore__py_check_narrow(cucore_dtype dtype)
{
    PyObject *canonical = NULL, *text, *made = NULL, *size = NULL;
    char name[32];
    int found;
    if (dtype.itemsize < 8 || dtype.lanes != 1) return 0;
    (void)cucore_dtype_to_name(dtype, name, sizeof name);
    found = cucore__py_imported_attribute("jax.dtypes", "canonicalize_dtype", &canonical);
    text = found > 0 ? PyUnicode_FromString(name) : NULL;
    if (text) made = PyObject_CallFunctionObjArgs(canonical, text, NULL);
    Py_XDECREF(text);
    if (made) size = PyObject_GetAttrString(made, "itemsize");
    found = size && PyLong_Check(size) ? PyLong_AsLong(size) < (long)dtype.itemsize : 0;
    if (found && !PyErr_Occurred()) {
        PyErr_Format(PyExc_BufferError, "the result is of dtype %s, of which JAX would make %S; %s", name, made,
                     CUCORE__PY_JAX_IS_NARROW);
        found = -1;
    } else {
        found = PyErr_Occurred() ? cucore__py_error_clear() : 0;
    }
    Py_XDECREF(size);
    Py_XDECREF(made);
    Py_XDECREF(canonical);
    return found;
}

/* Refuses an array that is not what its library was given.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_made(PyObject *made, const cucore_view *found,
                                                        const cucore_view *given, const char *hint)
{
    char texts[2][300];
    cucore__text text = cucore__text_start(texts[0], sizeof texts[0]);
    PyObject *name = cucore__py_full_name(Py_TYPE(made));
    cucore__text_add_array(&text, given);
    text = cucore__text_start(texts[1], sizeof texts[1]);
    cucore__text_add_array(&text, found);
    if (name)
        PyErr_Format(PyExc_BufferError, "the result is %s; the library made another array of it, a '%U' of %s%s%s",
                     texts[0], name, texts[1], hint ? "; " : "", hint ? hint : "");
    Py_XDECREF(name);
    return -1;
}

/* Returns 1 if an array of JAX has the dtype and the shape of what JAX was given, in a fifth of the time that an intake
 * takes; its address may differ.  0 if that is not known, also with an exception. */
CUCORE__PRIVATE int cucore__py_is_made_by_jax(cucore__py_state *state, PyObject *made, const cucore_view *given)
{
    PyObject *dtype = PyObject_GetAttr(made, state->names[CUCORE__PY_DTYPE]);
    PyObject *shape = dtype ? PyObject_GetAttr(made, state->names[CUCORE__PY_SHAPE]) : NULL;
    PyObject *wanted = shape ? cucore__py_dtype_argument(state, given->dtype) : NULL, *extents = NULL;
    int same = wanted ? PyObject_RichCompareBool(dtype, wanted, Py_EQ) : 0;
    if (same > 0) extents = cucore__py_ints(given->layout.shape, given->layout.ndim);
    same = extents && PyObject_RichCompareBool(shape, extents, Py_EQ) > 0;
    Py_XDECREF(extents);
    Py_XDECREF(wanted);
    Py_XDECREF(shape);
    Py_XDECREF(dtype);
    return same;
}

/* Compares the array that a library made with what it was given, sooner by a buffer: 0, also if it is not known as an
 * array, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_check_made(PyObject *made, const cucore_view *given, const char *hint)
{
    const cucore_dtype any = {0, 0, 0, 0};
    const uint64_t odd = cucore__py_odd_flag(given);
    cucore_view found;
    int taken = 0;
    if (PyErr_Occurred() && cucore__py_error_clear() < 0) return -1;
    if (PyObject_CheckBuffer(made)) taken = cucore__py_view_again(made, CUCORE_BY_PEP3118 | odd, any, &found);
    if (!taken) taken = cucore__py_view_again(made, CUCORE_BORROW | odd, any, &found);
    if (taken <= 0) return taken;
    taken = cucore__view_is_made_of(&found, given) ? 0 : cucore__py_refuse_made(made, &found, given, hint);
    cucore_view_release(&found);
    return taken;
}

/* Returns 1 if what a library made need not be compared: NumPy has read a buffer, and the tables of torch and tvm-ffi,
 * the quiet types that have one, take the struct as it is. */
CUCORE__PRIVATE int cucore__py_is_made_exactly(cucore__py_state *state, const cucore__py_maker *maker, PyObject *made,
                                               const cucore_view *given)
{
    cucore__py_type_info info;
    if (maker->kind == CUCORE__PY_JAX) return cucore__py_is_made_by_jax(state, made, given);
    if (maker->importer) return 0;
    if (maker->kind == CUCORE__PY_TABLE)
        return cucore__py_recall(state, Py_TYPE(made), &info) && info.traits.facts & CUCORE__PY_IS_QUIET;
    return maker->kind != CUCORE__PY_CUPY && maker->kind != CUCORE__PY_NUMBA;
}
