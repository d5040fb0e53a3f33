/* ------------------------------------------------------------------------------------------- >>impl-py-protocols -- */
/* python/in/protocols.c: holds the table of protocols, and what goes through it. */
/* -------- looking a protocol up: 1, 0, -1 with an exception; call->value is a new reference for the decoder, or NULL
 * -------- */
CUCORE__PRIVATE int cucore__py_find_table(cucore__py_call *call, PyObject *attribute)
{
    (void)attribute;
    return cucore__py_learn_table_now(call) < 0 ? -1 : call->info.traits.table != NULL;
}

/* Returns 1 only if both methods are there (rules D2). */
CUCORE__PRIVATE int cucore__py_find_dlpack(cucore__py_call *call, PyObject *attribute)
{
    int found;
    if (call->info.traits.offer != CUCORE__PY_OFFERS_UNKNOWN)
        return call->info.traits.offer == CUCORE__PY_OFFERS_DLPACK;
    found = cucore__py_has(call->obj, call->state->names[CUCORE__PY_DLPACK_DEVICE]);
    return found > 0 ? cucore__py_has(call->obj, attribute) : found;
}

CUCORE__PRIVATE int cucore__py_find_buffer(cucore__py_call *call, PyObject *attribute)
{
    (void)attribute;
    return PyObject_CheckBuffer(call->obj);
}

CUCORE__PRIVATE int cucore__py_find_attribute(cucore__py_call *call, PyObject *attribute)
{
    return cucore__py_get_optional(call->obj, attribute, &call->value);
}

/* Calls a remembered property without the look-up that finds it, which takes some 85 of 1,145 ns with Numba; only of
 * the class of CPython itself, since another may lose its __get__ (rules B84).  In the limited API the look-up that
 * makes an exception if it finds nothing is the faster one for a type that had the attribute last time. */
CUCORE__PRIVATE int cucore__py_find_cai(cucore__py_call *call, PyObject *attribute)
{
#if !defined(Py_LIMITED_API)
    PyObject *property = call->info.traits.cai;
    if (property && cucore__py_is_still_of_type(call->obj, &call->info)) {
        Py_INCREF(property);
        call->value = PyProperty_Type.tp_descr_get(property, call->obj, (PyObject *)call->info.type);
        Py_DECREF(property);
        return cucore__py_optional(call->value ? 1 : -1, &call->value);
    }
    return cucore__py_find_attribute(call, attribute);
#else
    PyTypeObject *type = Py_TYPE(call->obj);
    int found;
    if (type == CUCORE__LOAD(&call->state->had_cai)) { /* compared, never dereferenced */
        call->value = PyObject_GetAttr(call->obj, attribute);
        return cucore__py_optional(call->value ? 1 : -1, &call->value);
    }
    found = cucore__py_find_attribute(call, attribute);
    if (found > 0) CUCORE__STORE(&call->state->had_cai, type);
    return found;
#endif
}

/* -------- the table -------- */
/* The memory for which a protocol replaces DLPack, if that cannot describe the strides. */
enum { CUCORE__PY_INSTEAD_NEVER, CUCORE__PY_INSTEAD_ON_HOST, CUCORE__PY_INSTEAD_ON_CUDA };

/* One way to an array.  Whatever depends on which protocols there are is made of these rows. */
typedef struct cucore__py_protocol {
    uint64_t flag;
    int attribute;      /* CUCORE__PY_... of state->names; CUCORE__PY_NAME_COUNT: it is a slot of the type */
    int also;           /* a second attribute that an array has to have; CUCORE__PY_NAME_COUNT: none */
    int instead;        /* CUCORE__PY_INSTEAD_... */
    const char *name;   /* as messages call it: "an object with ..." */
    const char *absent; /* the message if no other protocol is allowed; NULL: the usual one */
    int (*find)(cucore__py_call *call, PyObject *attribute);
    int (*take)(cucore__py_call *call); /* CUCORE__PY_DONE, _DECLINED, or another outcome with an exception */
} cucore__py_protocol;

/* The order of the rows is the order in which protocols are tried (rules D1). */
#define CUCORE__PY_PROTOCOLS(X)                                                                                        \
    X(EXCHANGE, EXCHANGE, NAME_COUNT, NEVER, "a C exchange table",                                                     \
      "the type '%U' has no __dlpack_c_exchange_api__ of its own that is understood", cucore__py_find_table,           \
      cucore__py_from_exchange)                                                                                        \
    X(DLPACK, DLPACK, DLPACK_DEVICE, NEVER, "__dlpack__", NULL, cucore__py_find_dlpack, cucore__py_from_dlpack)        \
    X(CAI, CAI, NAME_COUNT, ON_CUDA, "__cuda_array_interface__", NULL, cucore__py_find_cai, cucore__py_from_cai)       \
    X(PEP3118, NAME_COUNT, NAME_COUNT, ON_HOST, "a buffer", "expected an object with a buffer, got '%U'",              \
      cucore__py_find_buffer, cucore__py_from_buffer)                                                                  \
    X(ARRAY_INTERFACE, ARRAY_INTERFACE, NAME_COUNT, ON_HOST, "__array_interface__", NULL, cucore__py_find_attribute,   \
      cucore__py_from_array_interface)

static const cucore__py_protocol cucore__py_protocols[] = {
#define CUCORE__PY_PROTOCOL_ROW(flag, attribute, also, instead, name, absent, find, take)                              \
    {CUCORE_BY_##flag,                                                                                                 \
     CUCORE__PY_##attribute,                                                                                           \
     CUCORE__PY_##also,                                                                                                \
     CUCORE__PY_INSTEAD_##instead,                                                                                     \
     name,                                                                                                             \
     absent,                                                                                                           \
     find,                                                                                                             \
     take},
    CUCORE__PY_PROTOCOLS(CUCORE__PY_PROTOCOL_ROW)
#undef CUCORE__PY_PROTOCOL_ROW
};

enum {
#define CUCORE__PY_PROTOCOL_PLACE(flag, attribute, also, instead, name, absent, find, take) CUCORE__PY_PLACE_##flag,
    CUCORE__PY_PROTOCOLS(CUCORE__PY_PROTOCOL_PLACE)
#undef CUCORE__PY_PROTOCOL_PLACE
        CUCORE__PY_PROTOCOL_COUNT
};

#define CUCORE__PY_PROTOCOL_FLAG(flag, attribute, also, instead, name, absent, find, take) | CUCORE_BY_##flag
#define CUCORE__PY_BY_ANY (UINT64_C(0) CUCORE__PY_PROTOCOLS(CUCORE__PY_PROTOCOL_FLAG))

/* view.c takes these three without the table: a new row comes after them. */
typedef char cucore__assert_new_protocols_come_after_cai
    [CUCORE__PY_PLACE_EXCHANGE == 0 && CUCORE__PY_PLACE_DLPACK == 1 && CUCORE__PY_PLACE_CAI == 2 ? 1 : -1];
typedef char cucore__assert_flags_of_protocols_are_known[CUCORE__PY_BY_ANY & ~CUCORE__ARG_FLAGS ? -1 : 1];

/* Returns the flags of all protocols, for files that are included after the macros have gone. */
CUCORE__PRIVATE inline uint64_t cucore__py_all_protocols(void)
{
    return CUCORE__PY_BY_ANY;
}

/* Returns 1 if the object, or what its __getattr__ answers, has the attribute of a protocol, a buffer, or is a capsule;
 * 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_offers_a_protocol(const cucore__py_state *state, PyObject *obj)
{
    int i, found = PyObject_CheckBuffer(obj) || PyCapsule_CheckExact(obj);
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && !found; i++) {
        PyObject *attribute = state->names[cucore__py_protocols[i].attribute];
        if (attribute) found = cucore__py_has(obj, attribute);
    }
    return found;
}

/* Returns 1 if instances of the type find the attribute of a protocol in it, 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_type_offers_a_protocol(const cucore__py_state *state, PyTypeObject *type)
{
    PyObject *attribute, *found = NULL;
    int i, has = 0;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && !has; i++) {
        attribute = state->names[cucore__py_protocols[i].attribute];
        if (attribute) has = cucore__py_optional(cucore__py_type_attribute(type, attribute, &found), &found);
        Py_CLEAR(found);
    }
    return has;
}

/* Returns 1 if a message about these protocols names the i-th one: a table only without __dlpack__, which its types
 * have as well (rules B116). */
CUCORE__PRIVATE int cucore__py_is_named(int i, uint64_t allowed)
{
    const uint64_t flag = cucore__py_protocols[i].flag;
    return allowed & flag && !(flag == CUCORE_BY_EXCHANGE && allowed & CUCORE_BY_DLPACK);
}

/* Returns the message "expected an array (an object with a, b or c), got '%U'" in `room`. */
CUCORE__PRIVATE const char *cucore__py_expected(uint64_t allowed, char *room, size_t size)
{
    cucore__text text = cucore__text_start(room, size);
    int i, left = 0;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) left += cucore__py_is_named(i, allowed);
    cucore__text_add(&text, "expected an array (an object with ");
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) {
        if (!cucore__py_is_named(i, allowed)) continue;
        left--;
        cucore__text_add(&text, "%s%s", cucore__py_protocols[i].name, left > 1 ? ", " : left ? " or " : "), got '%U'");
    }
    return room;
}

/* Refuses an object that has none of the protocols that are allowed, with advice if its type is known, or with the half
 * of DLPack that it lacks.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_object(const cucore__py_call *call, uint64_t allowed)
{
    const cucore_arg *arg = call->how.arg;
    PyObject *const exception = CUCORE__PY_CLASS(arg, not_an_array, TypeError), *type;
    char text[320];
    const char *hint = NULL;
    int i, dlpack = 0, device = 0, all = 1;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) {
        if (allowed == cucore__py_protocols[i].flag && cucore__py_protocols[i].absent)
            return cucore__py_refuse_type(arg, exception, cucore__py_protocols[i].absent, call->obj);
        if (cucore__py_is_named(i, CUCORE__PY_BY_ANY) && !cucore__py_is_named(i, allowed)) all = 0;
    }
    if (all) hint = cucore__py_hint(call->obj, NULL);
    if (hint) {
        type = cucore__py_full_name(Py_TYPE(call->obj));
        if (type)
            cucore__py_refuse(arg, exception, "expected an array, got '%U'; %s", type,
                              cucore__py_hint_text(hint, arg, text, sizeof text));
        Py_XDECREF(type);
        return -1;
    }
    if (allowed & CUCORE_BY_DLPACK) {
        dlpack = cucore__py_has(call->obj, call->state->names[CUCORE__PY_DLPACK]);
        device = dlpack < 0 ? -1 : cucore__py_has(call->obj, call->state->names[CUCORE__PY_DLPACK_DEVICE]);
    }
    if (device < 0) return -1;
    if (dlpack == device)
        return cucore__py_refuse_type(arg, exception, cucore__py_expected(allowed, text, sizeof text), call->obj);
    return cucore__py_refuse_type(arg, exception,
                                  dlpack ? "'%U' has __dlpack__, but no __dlpack_device__: that is no DLPack array"
                                         : "'%U' has __dlpack_device__, but no __dlpack__: that is no DLPack array",
                                  call->obj);
}

/* -------- where DLPack's strides are impossible (rules B05) -------- */
/* Returns 1 if the view shows the same array as the tensor, whose strides are wrong.  If the driver is not called, only
 * the tensor reports the device. */
CUCORE__PRIVATE int cucore__py_is_same_array(const cucore__py_call *call, const cucore_view *tensor)
{
    cucore_view *const view = call->out;
    if (view->protocol == CUCORE_PROTOCOL_CAI && call->how.flags & CUCORE_TRUST_PRODUCER)
        cucore__view_fill_device(view, tensor->device_type, tensor->device_id);
    return view->device_type == tensor->device_type && view->device_id == tensor->device_id &&
           cucore_dtype_is_equal(view->dtype, tensor->dtype) && view->padded == tensor->padded &&
           view->layout.ndim == tensor->layout.ndim &&
           memcmp(view->layout.shape, tensor->layout.shape, (size_t)view->layout.ndim * sizeof(int64_t)) == 0;
}

/* Takes the array by another protocol.  The requirements of the caller are checked last, so that an array that is
 * described, but does not fit, is refused as usual.  CUCORE__PY_DONE, _FAILED; _DECLINED with an exception: the next
 * protocol is to be tried. */
CUCORE__PRIVATE int cucore__py_take_replacement(const cucore__py_call *call, const cucore__py_protocol *way,
                                                const cucore_view *tensor)
{
    const cucore_arg *arg = call->how.arg;
    cucore_view *const out = call->out;
    cucore__py_call any = *call;
    cucore_arg relaxed = *arg;
    cucore_status status;
    relaxed.flags = (arg->flags & ~CUCORE__ARG_ASKS) | CUCORE_ALLOW_UNALIGNED;
    relaxed.dtypes = relaxed.shape = NULL;
    any.how.arg = &relaxed;
    any.how.flags = relaxed.flags | CUCORE__PY_ORDER_LATER;
    any.how.of_call = NULL;
    if (way->take(&any) != 0) return CUCORE__PY_DECLINED;
    if (!cucore__py_is_same_array(call, tensor)) {
        cucore__py_refuse(arg, CUCORE__PY_CLASS(arg, protocol, BufferError),
                          "what its %s describes is another array than its DLPack does", way->name);
    } else if (way->instead == CUCORE__PY_INSTEAD_ON_CUDA && !out->has_producer_stream &&
               call->how.stream != CUCORE_STREAM_NO_SYNC) {
        cucore__py_refuse(arg, CUCORE__PY_CLASS(arg, protocol, BufferError), "its %s names no stream", way->name);
    } else {
        status = cucore__view_check_arg(out, arg, call->how.of_call);
        if (status) {
            cucore__py_refuse_status(arg, status);
        } else if (cucore__py_check_negative_bit_after_dlpack(call) == 0 && cucore__py_order(call) == 0) {
            return CUCORE__PY_DONE;
        }
        return cucore__py_release_failed(out);
    }
    cucore__py_release_failed(out);
    return CUCORE__PY_DECLINED;
}

/* Raises the exception about the strides again, with advice.  Returns -1. */
CUCORE__PRIVATE int cucore__py_refuse_impossible(const cucore__py_call *call, PyObject *error)
{
    static const char cupy[] = "CuPy's DLPack cannot describe reversed arrays; pass cupy.ascontiguousarray(%s)";
    static const char other[] = "its DLPack cannot describe this array (is it reversed?); pass a contiguous copy of it";
    const cucore_arg *arg = call->how.arg;
    char package[16], room[160];
    PyObject *text = NULL;
    if (cucore__py_package_of(Py_TYPE(call->obj), package, sizeof package) == 0) {
        text = PyUnicode_FromFormat(
            "%S; %s", error, cucore__py_hint_text(strcmp(package, "cupy") == 0 ? cupy : other, arg, room, sizeof room));
    }
    if (text) PyErr_SetObject(CUCORE__PY_CLASS(arg, protocol, BufferError), text);
    Py_XDECREF(text);
    return -1;
}

/* Takes an array whose strides DLPack reported wrongly (CUCORE__PY_IMPOSSIBLE) by the first other protocol that shows
 * the same array and orders as DLPack does.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_replace_dlpack(const cucore__py_call *call)
{
    const uint64_t only = call->how.flags & CUCORE__PY_BY_ANY;
    const int memory = cucore__device_is_cuda(call->out->device_type)     ? CUCORE__PY_INSTEAD_ON_CUDA
                       : call->out->device_type == CUCORE_DEVICE_TYPE_CPU ? CUCORE__PY_INSTEAD_ON_HOST
                                                                          : -1;
    PyObject *error = cucore__py_error_take(), *last = NULL, *earlier;
    cucore_view tensor = *call->out;
    cucore__py_call other = *call;
    int i, found, result = CUCORE__PY_DECLINED;
    cucore__view_clear(call->out);
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT && result == CUCORE__PY_DECLINED; i++) {
        const cucore__py_protocol *way = &cucore__py_protocols[i];
        if (way->instead != memory || (only && !(only & way->flag))) continue;
        if (memory == CUCORE__PY_INSTEAD_ON_CUDA && !(call->how.flags & CUCORE_TRUST_PRODUCER) &&
            cucore__view_locate(&tensor, call->how.consumer, &found))
            continue;
        other.value = NULL;
        found = way->find(&other, call->state->names[way->attribute]);
        if (found > 0) result = cucore__py_take_replacement(&other, way, &tensor);
        if (other.value) cucore__py_drop(other.value);
        if (!PyErr_Occurred() || result < 0) continue;
        if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError)) {
            result = CUCORE__PY_FAILED; /* rules B92 */
        } else {
            earlier = last;
            last = cucore__py_error_take();
            Py_XDECREF(earlier);
        }
    }
    if (result == CUCORE__PY_DECLINED) {
        result = cucore__py_refuse_impossible(call, error);
        cucore__py_error_chain(last);
        last = NULL;
    }
    cucore__py_drop(error);
    if (last) cucore__py_drop(last);
    return result;
}

/* Takes the object by the first allowed protocol that it has.  0, or negative with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_from_protocols(cucore__py_call *call, uint64_t allowed)
{
    int i, found, result;
    for (i = 0; i < CUCORE__PY_PROTOCOL_COUNT; i++) {
        const cucore__py_protocol *way = &cucore__py_protocols[i];
        if (!(allowed & way->flag)) continue;
        call->value = NULL;
        found = way->find(call, call->state->names[way->attribute]);
        if (found < 0) return CUCORE__PY_FAILED;
        if (!found) continue;
        result = way->take(call);
        Py_XDECREF(call->value);
        if (result == CUCORE__PY_IMPOSSIBLE) return cucore__py_replace_dlpack(call);
        if (result != CUCORE__PY_DECLINED) return result;
    }
    return cucore__py_refuse_object(call, allowed);
}
