/* ------------------------------------------------------------------------------------------- >>impl-py-protocols -- */
/* python/in/protocols.c: holds the table of protocols, and what goes through it. */
/* -------- the table -------- */
/* Has the object the protocol?  1, 0, -1 with an exception.  value: a new reference for the decoder, or NULL. */
typedef int (*cucore__py_finder)(const cucore__py_state *state, PyObject *obj, PyObject *attribute,
                                 const cucore__py_type_info *info, PyObject **value);
/* 0, -1 with an exception, CUCORE__PY_DECLINED: by the next one. */
typedef int (*cucore__py_decoder)(cucore__py_state *state, PyObject *obj, PyObject *value,
                                  const cucore__py_type_info *info, const cucore__intake *intake, cucore_view *out);

CUCORE__PRIVATE int cucore__py_find_table(const cucore__py_state *state, PyObject *obj, PyObject *attribute,
                                          const cucore__py_type_info *info, PyObject **value)
{
    (void)state, (void)obj, (void)attribute, (void)value;
    return info->traits.table != NULL;
}

/* Both methods, or there is no DLPack (rules D2). */
CUCORE__PRIVATE int cucore__py_find_dlpack(const cucore__py_state *state, PyObject *obj, PyObject *attribute,
                                           const cucore__py_type_info *info, PyObject **value)
{
    int found;
    (void)value;
    if (info->traits.offer != CUCORE__PY_OFFERS_UNKNOWN) return info->traits.offer == CUCORE__PY_OFFERS_DLPACK;
    found = cucore__py_has(obj, state->names[CUCORE__PY_DLPACK_DEVICE]);
    return found > 0 ? cucore__py_has(obj, attribute) : found;
}

CUCORE__PRIVATE int cucore__py_find_buffer(const cucore__py_state *state, PyObject *obj, PyObject *attribute,
                                           const cucore__py_type_info *info, PyObject **value)
{
    (void)state, (void)attribute, (void)info, (void)value;
    return PyObject_CheckBuffer(obj);
}

/* A property that is remembered is asked without the look-up that finds it, which takes some 85 of 1,145 ns with Numba;
 * CPython's own class alone, since another may lose its __get__ (rules B84). */
CUCORE__PRIVATE int cucore__py_find_cai(const cucore__py_state *state, PyObject *obj, PyObject *attribute,
                                        const cucore__py_type_info *info, PyObject **value)
{
#if !defined(Py_LIMITED_API)
    PyObject *property = info->traits.cai;
    if (property && cucore__py_still_is(obj, info)) {
        Py_INCREF(property);
        *value = PyProperty_Type.tp_descr_get(property, obj, (PyObject *)info->type);
        Py_DECREF(property);
        return cucore__py_optional(*value ? 1 : -1, value);
    }
#endif
    (void)state, (void)info;
    return cucore__py_get_optional(obj, attribute, value);
}

CUCORE__PRIVATE int cucore__py_find_interface(const cucore__py_state *state, PyObject *obj, PyObject *attribute,
                                              const cucore__py_type_info *info, PyObject **value)
{
    (void)state, (void)info;
    return cucore__py_get_optional(obj, attribute, value);
}

/* One way to an array. */
typedef struct cucore__py_protocol {
    uint64_t flag;
    int attribute;      /* CUCORE__PY_... of state->names */
    const char *name;   /* what an object with it is said to have */
    const char *absent; /* what is said where it alone is allowed; NULL: the sentence for all */
    cucore__py_finder find;
    cucore__py_decoder take;
} cucore__py_protocol;

/* In the order in which they are tried (rules D1). */
#define CUCORE__PY_PROTOCOLS(X)                                                                                        \
    X(EXCHANGE, EXCHANGE, "a C exchange table",                                                                        \
      "the type '%U' has no __dlpack_c_exchange_api__ of its own that is understood", cucore__py_find_table,           \
      cucore__py_from_exchange)                                                                                        \
    X(DLPACK, DLPACK, "__dlpack__", NULL, cucore__py_find_dlpack, cucore__py_from_dlpack)                              \
    X(CAI, CAI, "__cuda_array_interface__", NULL, cucore__py_find_cai, cucore__py_from_cai)                            \
    X(PEP3118, NAME_COUNT, "a buffer", "expected an object with a buffer, got '%U'", cucore__py_find_buffer,           \
      cucore__py_from_buffer)                                                                                          \
    X(ARRAY_INTERFACE, ARRAY_INTERFACE, "__array_interface__", NULL, cucore__py_find_interface,                        \
      cucore__py_from_array_interface)

static const cucore__py_protocol cucore__py_protocols[] = {
#define CUCORE__PY_PROTOCOL_ROW(flag, attribute, name, absent, find, take)                                             \
    {CUCORE_BY_##flag, CUCORE__PY_##attribute, name, absent, find, take},
    CUCORE__PY_PROTOCOLS(CUCORE__PY_PROTOCOL_ROW)
#undef CUCORE__PY_PROTOCOL_ROW
};
enum { CUCORE__PY_PROTOCOL_COUNT = (int)(sizeof cucore__py_protocols / sizeof cucore__py_protocols[0]) };

#define CUCORE__PY_PROTOCOL_FLAG(flag, attribute, name, absent, find, take) | CUCORE_BY_##flag
#define CUCORE__PY_BY_ANY (UINT64_C(0) CUCORE__PY_PROTOCOLS(CUCORE__PY_PROTOCOL_FLAG))

/* Is a protocol named where these are allowed?  A table only where __dlpack__, which its types have, is not (rules B116). */
CUCORE__PRIVATE int cucore__py_is_spoken_of(int i, uint64_t allowed)
{
    const uint64_t flag = cucore__py_protocols[i].flag;
    return allowed & flag && !(flag == CUCORE_BY_EXCHANGE && allowed & CUCORE_BY_DLPACK);
}

/* Nothing fits of what is allowed.  Which half of DLPack is there, if any, is worth a word. */
CUCORE__PRIVATE int cucore__py_raise_no_array(const cucore__py_state *state, PyObject *obj, uint64_t allowed,
                                              const cucore__intake *intake)
{
    char text[320];
    cucore__text sentence = cucore__text_start(text, sizeof text);
    const char *hint;
    PyObject *type;
    int i, dlpack, device, left = 0, last = CUCORE__PY_PROTOCOL_COUNT - 1;
    for (i = 0; i <= last; i++) {
        if (allowed == cucore__py_protocols[i].flag && cucore__py_protocols[i].absent)
            return cucore__py_raise_type(CUCORE__PY_CLASS(intake, not_an_array, TypeError), intake,
                                         cucore__py_protocols[i].absent, obj);
    }
    hint = ~allowed & (CUCORE__PY_BY_ANY & ~CUCORE_BY_EXCHANGE) ? NULL : cucore__py_hint(obj, NULL);
    if (hint) {
        type = cucore__py_full_name(Py_TYPE(obj));
        if (type)
            PyErr_Format(CUCORE__PY_CLASS(intake, not_an_array, TypeError), "%s: expected an array, got '%U'; %s",
                         cucore__py_name(intake), type, cucore__py_hint_text(hint, intake->arg, text, sizeof text));
        Py_XDECREF(type);
        return -1;
    }
    dlpack = allowed & CUCORE_BY_DLPACK ? cucore__py_has(obj, state->names[CUCORE__PY_DLPACK]) : 0;
    device = dlpack < 0                   ? -1
             : allowed & CUCORE_BY_DLPACK ? cucore__py_has(obj, state->names[CUCORE__PY_DLPACK_DEVICE])
                                          : 0;
    if (device < 0) return -1;
    if (dlpack != device) {
        return cucore__py_raise_type(CUCORE__PY_CLASS(intake, not_an_array, TypeError), intake,
                                     dlpack ? "'%U' has __dlpack__, but no __dlpack_device__: that is no DLPack array"
                                            : "'%U' has __dlpack_device__, but no __dlpack__: that is no DLPack array",
                                     obj);
    }
    for (i = 0; i <= last; i++) left += cucore__py_is_spoken_of(i, allowed);
    cucore__text_add(&sentence, "expected an array (an object with ");
    for (i = 0; i <= last; i++) {
        if (!cucore__py_is_spoken_of(i, allowed)) continue;
        left--;
        cucore__text_add(&sentence, "%s%s", cucore__py_protocols[i].name,
                         left > 1 ? ", "
                         : left   ? " or "
                                  : "), got '%U'");
    }
    return cucore__py_raise_type(CUCORE__PY_CLASS(intake, not_an_array, TypeError), intake, text, obj);
}

/* -------- where DLPack's strides are impossible (rules B05) -------- */
/* Does the view show what the tensor, of which only the strides are wrong, does?  Where the driver is not asked, the
 * tensor alone says where the data are. */
CUCORE__PRIVATE int cucore__py_is_same_array(const cucore_view *tensor, const cucore__intake *intake, cucore_view *view)
{
    if (view->protocol == CUCORE_PROTOCOL_CAI && intake->flags & CUCORE_TRUST_PRODUCER)
        cucore__view_fill_device(view, tensor->device_type, tensor->device_id);
    return view->device_type == tensor->device_type && view->device_id == tensor->device_id &&
           cucore_dtype_is_equal(view->dtype, tensor->dtype) && view->padded == tensor->padded &&
           view->layout.ndim == tensor->layout.ndim &&
           memcmp(view->layout.shape, tensor->layout.shape, (size_t)view->layout.ndim * sizeof(int64_t)) == 0;
}

/* By one other protocol.  What the caller requires is asked last, so that an array that is described, but does not fit, is
 * refused as any.  0, -1 with an exception, CUCORE__PY_DECLINED: with one, by the next protocol. */
CUCORE__PRIVATE int cucore__py_take_instead(cucore__py_state *state, PyObject *obj, const cucore__py_protocol *way,
                                            PyObject *value, const cucore_view *tensor,
                                            const cucore__py_type_info *info, const cucore__intake *intake,
                                            cucore_view *out)
{
    cucore_arg any = *intake->arg;
    cucore__intake later = *intake;
    cucore_status status;
    any.flags = (any.flags & ~CUCORE__ARG_ASKS) | CUCORE_ALLOW_UNALIGNED;
    any.dtypes = any.shape = NULL;
    later.arg = &any;
    later.flags = any.flags | CUCORE__PY_ORDER_LATER;
    later.dims = NULL;
    if (way->take(state, obj, value, info, &later, out) != 0) return CUCORE__PY_DECLINED;
    if (!cucore__py_is_same_array(tensor, intake, out)) {
        PyErr_Format(CUCORE__PY_CLASS(intake, protocol, BufferError),
                     "%s: what its %s describes is another array than its DLPack does", cucore__py_name(intake),
                     way->name);
    } else if (way->flag == CUCORE_BY_CAI && !out->has_producer_stream && intake->stream != CUCORE_STREAM_NO_SYNC) {
        PyErr_Format(CUCORE__PY_CLASS(intake, protocol, BufferError),
                     "%s: its __cuda_array_interface__ names no stream", cucore__py_name(intake));
    } else {
        status = cucore__view_check_arg(out, intake->arg, intake->dims);
        if (status) {
            cucore__py_raise_import(status, intake);
        } else if (cucore__py_refuse_negative(state, obj, info, intake, out) == 0 &&
                   cucore__py_order(out, intake) == 0) {
            return 0;
        }
        return cucore__py_undo(out);
    }
    cucore__py_undo(out);
    return CUCORE__PY_DECLINED;
}

/* The exception with the cure.  -1. */
CUCORE__PRIVATE int cucore__py_raise_impossible(PyObject *obj, const cucore__intake *intake, PyObject *error)
{
    static const char cupy[] = "CuPy's DLPack cannot describe reversed arrays; pass cupy.ascontiguousarray(%s)";
    static const char other[] = "its DLPack cannot describe this array (is it reversed?); pass a contiguous copy of it";
    char package[16], room[160];
    PyObject *text = NULL;
    if (cucore__py_package_of(Py_TYPE(obj), package, sizeof package) == 0) {
        text = PyUnicode_FromFormat(
            "%S; %s", error,
            cucore__py_hint_text(strcmp(package, "cupy") == 0 ? cupy : other, intake->arg, room, sizeof room));
    }
    if (text) PyErr_SetObject(CUCORE__PY_CLASS(intake, protocol, BufferError), text);
    Py_XDECREF(text);
    return -1;
}

/* DLPack's strides were refused, by the exception that is set; out is what else the tensor says, and the tensor is given
 * back.  By the first other protocol that shows the same array and orders as DLPack does: 0, or -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_instead_of_dlpack(cucore__py_state *state, PyObject *obj,
                                                              const cucore__py_type_info *info,
                                                              const cucore__intake *intake, cucore_view *out)
{
    const uint64_t only = intake->flags & CUCORE__PY_BY_ANY, others = CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK;
    const int cuda = cucore__py_device_is_cuda(out->device_type), host = out->device_type == CUCORE_DEVICE_TYPE_CPU;
    PyObject *error = cucore__py_error_take(), *last = NULL, *value;
    cucore_view tensor = *out;
    int i, found, result = CUCORE__PY_DECLINED;
    cucore__view_clear(out);
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && result == CUCORE__PY_DECLINED; i++) {
        const cucore__py_protocol *way = &cucore__py_protocols[i];
        if (way->flag & others || (only && !(only & way->flag)) || !(way->flag == CUCORE_BY_CAI ? cuda : host))
            continue;
        if (way->flag == CUCORE_BY_CAI && !(intake->flags & CUCORE_TRUST_PRODUCER) && cucore__view_locate(&tensor))
            continue;
        value = NULL;
        found = way->find(state, obj, state->names[way->attribute], info, &value);
        if (found > 0) result = cucore__py_take_instead(state, obj, way, value, &tensor, info, intake, out);
        if (value) cucore__py_drop(value);
        if (!PyErr_Occurred() || result < 0) continue;
        if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError)) {
            result = -1; /* rules B92 */
        } else {
            value = last;
            last = cucore__py_error_take();
            Py_XDECREF(value);
        }
    }
    if (result == CUCORE__PY_DECLINED) {
        result = cucore__py_raise_impossible(obj, intake, error);
        cucore__py_error_chain(last);
        last = NULL;
    }
    cucore__py_drop(error);
    if (last) cucore__py_drop(last);
    return result;
}

/* The first protocol of those that are allowed that the object has. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_from_protocols(cucore__py_state *state, PyObject *obj, uint64_t allowed,
                                                            const cucore__py_type_info *info,
                                                            const cucore__intake *intake, cucore_view *out)
{
    PyObject *value;
    int i, found, result;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) {
        const cucore__py_protocol *way = &cucore__py_protocols[i];
        if (!(allowed & way->flag)) continue;
        value = NULL;
        found = way->find(state, obj, state->names[way->attribute], info, &value);
        if (found < 0) return -1;
        if (!found) continue;
        result = way->take(state, obj, value, info, intake, out);
        Py_XDECREF(value);
        if (result != CUCORE__PY_DECLINED) return result;
    }
    return cucore__py_raise_no_array(state, obj, allowed, intake);
}
