/* python/out/export_type.c: makes a whole type by CUCORE_PY_EXPORT_TYPE. */
/* Adds an attribute to a type, unless it has one of this name.  The function takes `value` over, which may be NULL with
 * an exception. */
CUCORE__PRIVATE int cucore__py_type_add(PyTypeObject *type, const char *name, PyObject *value)
{
    PyObject *key = value ? PyUnicode_InternFromString(name) : NULL, *own = NULL;
    const int found = key ? cucore__py_type_entry(type, key, &own) : -1;
    Py_XDECREF(own);
    Py_XDECREF(key);
    if (!found) return cucore__py_type_put(type, name, value);
    Py_XDECREF(value);
    return found;
}

/* Adds methods, attributes and the table to a type, except those that it has already.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_type_complete(PyTypeObject *type, const cucore__py_exporting *what)
{
    PyMethodDef *method;
    PyGetSetDef *getset;
    for (method = what->methods; method->ml_name; method++) {
        if (cucore__py_type_add(type, method->ml_name, PyDescr_NewMethod(type, method)) < 0) return -1;
    }
    for (getset = what->getset; getset->name; getset++) {
        if (cucore__py_type_add(type, getset->name, PyDescr_NewGetSet(type, getset)) < 0) return -1;
    }
    return cucore_py_export_exchange(type, what->table);
}

/* Returns 1 if a list of slots has one of two. */
CUCORE__PRIVATE int cucore__py_slots_have(const PyType_Slot *slots, int slot, int other)
{
    for (; slots->slot; slots++)
        if (slots->slot == slot || slots->slot == other) return 1;
    return 0;
}

CUCORE__PRIVATE void cucore__py_slot_set(PyType_Slot *slot, int which, void (*function)(void))
{
    slot->slot = which;
    slot->pfunc = cucore__py_pointer_to(function);
}

CUCORE_API PyObject *cucore__py_export_type(PyObject *py_module, PyType_Spec *spec, const cucore__py_exporting *what)
{
    PyType_Spec whole = *spec;
    PyObject *type;
    size_t count = 0, i;
    cucore__py_waits_set();
    for (; spec->slots[count].slot; count++) {
        if (spec->slots[count].slot == Py_bf_getbuffer || spec->slots[count].slot == Py_bf_releasebuffer) {
            PyErr_Format(PyExc_SystemError, "%s: CUCORE_PY_EXPORT_TYPE brings the slots of the buffer", spec->name);
            return NULL;
        }
    }
    whole.slots = (PyType_Slot *)PyMem_Malloc((count + 5) * sizeof *whole.slots);
    if (!whole.slots) return PyErr_NoMemory();
    for (i = 0; i < count; i++) whole.slots[i] = spec->slots[i];
    cucore__py_slot_set(&whole.slots[count++], Py_bf_getbuffer, (void (*)(void))what->getbuffer);
    cucore__py_slot_set(&whole.slots[count++], Py_bf_releasebuffer, (void (*)(void))cucore_py_export_releasebuffer);
    if (!cucore__py_slots_have(spec->slots, Py_nb_int, Py_nb_index))
        cucore__py_slot_set(&whole.slots[count++], Py_nb_int, (void (*)(void))cucore__py_export_int);
    if (!cucore__py_slots_have(spec->slots, Py_nb_float, Py_nb_index))
        cucore__py_slot_set(&whole.slots[count++], Py_nb_float, (void (*)(void))cucore__py_export_float);
    cucore__py_slot_set(&whole.slots[count], 0, NULL);
    type = py_module ? PyType_FromModuleAndSpec(py_module, &whole, NULL) : PyType_FromSpec(&whole);
    PyMem_Free(whole.slots);
    if (!type && !PyErr_Occurred()) PyErr_NoMemory(); /* Python 3.11 fails so if it cannot copy the name */
    if (type && cucore__py_type_complete((PyTypeObject *)(void *)type, what) < 0) Py_CLEAR(type);
    return type;
}

CUCORE_API int cucore__py_export_ready(PyTypeObject *type, const cucore__py_exporting *what)
{
#if defined(Py_LIMITED_API)
    (void)type, (void)what;
    PyErr_SetString(PyExc_SystemError, "the limited API has no static types");
    return -1;
#else
    cucore__py_waits_set();
    if (!type->tp_as_buffer) { /* static, as the type is */
        type->tp_as_buffer = (PyBufferProcs *)PyMem_Malloc(sizeof *type->tp_as_buffer);
        if (!type->tp_as_buffer) {
            PyErr_NoMemory();
            return -1;
        }
        type->tp_as_buffer->bf_getbuffer = what->getbuffer;
        type->tp_as_buffer->bf_releasebuffer = cucore_py_export_releasebuffer;
    } else if (type->tp_as_buffer->bf_getbuffer != what->getbuffer) {
        PyErr_Format(PyExc_SystemError, "%s: CUCORE_PY_EXPORT_TYPE brings tp_as_buffer", type->tp_name);
        return -1;
    }
    if (!type->tp_as_number) { /* static, as the type is */
        type->tp_as_number = (PyNumberMethods *)PyMem_Calloc(1, sizeof *type->tp_as_number);
        if (!type->tp_as_number) {
            PyErr_NoMemory();
            return -1;
        }
    }
    if (!type->tp_as_number->nb_index) {
        if (!type->tp_as_number->nb_int) type->tp_as_number->nb_int = cucore__py_export_int;
        if (!type->tp_as_number->nb_float) type->tp_as_number->nb_float = cucore__py_export_float;
    }
    return PyType_Ready(type) < 0 ? -1 : cucore__py_type_complete(type, what);
#endif
}
