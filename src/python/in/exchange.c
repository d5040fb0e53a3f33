/* -------------------------------------------------------------------------------------------- >>impl-py-exchange -- */
/* python/in/exchange.c: decodes a tensor by the C exchange table of its type. */
#define CUCORE__PY_DECLINED 1

/* A tensor that a table gave: managed, or only borrowed. */
typedef struct cucore__py_exchanged {
    DLTensor borrowed;
    DLManagedTensorVersioned *managed; /* NULL: borrowed */
} cucore__py_exchanged;

CUCORE__PRIVATE inline const DLTensor *cucore__py_exchanged_tensor(const cucore__py_exchanged *given)
{
    return given->managed ? &given->managed->dl_tensor : &given->borrowed;
}

/* 0, or -1: with an exception, as it should be, or without (rules X11, B66).  Borrowed tensors have no flags: where writing
 * is asked for, only a managed one can say that it is read-only. */
CUCORE__PRIVATE inline int cucore__py_exchange_ask(const cucore_exchange_api *table, PyObject *obj,
                                                   const cucore__intake *intake, cucore__py_exchanged *given)
{
    int result = -1;
    if (table->dltensor_from_py_object_no_sync && intake->flags & CUCORE_BORROW && !(intake->flags & CUCORE_WRITE)) {
        memset(&given->borrowed, 0, sizeof given->borrowed);
        return table->dltensor_from_py_object_no_sync(obj, &given->borrowed) ? -1 : 0;
    }
    if (table->managed_tensor_from_py_object_no_sync)
        result = table->managed_tensor_from_py_object_no_sync(obj, &given->managed);
    return result || !given->managed ? -1 : 0;
}

/* The deleter may run any code. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_exchange_release(cucore__py_exchanged *given)
{
    PyObject *error;
    if (!given->managed) return;
    error = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore__dlmanaged_versioned_delete(given->managed);
    if (error) cucore__py_error_put(error);
}

/* May __dlpack__ be asked instead?  It says better what is wrong, and knows cases that the table does not. */
CUCORE__PRIVATE int cucore__py_has_other_way(const cucore__py_type_info *info, const cucore__intake *intake)
{
    if (info->traits.facts & CUCORE__PY_TABLE_ONLY) return 0;
    return !(intake->flags & CUCORE_BY_EXCHANGE) || (intake->flags & CUCORE_BY_DLPACK);
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_decline(const cucore__py_type_info *info, const cucore__intake *intake,
                                                    const char *why)
{
    if (cucore__py_has_other_way(info, intake)) return CUCORE__PY_DECLINED;
    PyErr_Format(CUCORE__PY_CLASS(intake, unsupported, BufferError), "%s: %s", cucore__py_name(intake), why);
    return -1;
}

/* A function of the table failed, or a question about what the table does not know (rules B101). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_table_failed(const cucore__py_type_info *info, const cucore__intake *intake)
{
    if (!PyErr_Occurred()) {
        return cucore__py_decline(info, intake, "the C exchange table of its type failed without an exception");
    }
    if (!cucore__py_has_other_way(info, intake)) return -1;
    return cucore__py_error_clear() < 0 ? -1 : CUCORE__PY_DECLINED;
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_grad(int grad, const cucore__py_type_info *info,
                                                        const cucore__intake *intake)
{
    if (grad < 0) return cucore__py_table_failed(info, intake);
    return cucore__py_decline(info, intake, "the tensor requires grad; use tensor.detach()");
}

CUCORE__PRIVATE inline int cucore__py_check_grad(const cucore__py_state *state, PyObject *obj,
                                                 const cucore__py_type_info *info, const cucore__intake *intake)
{
    int grad = cucore__py_requires_grad(state, obj, info);
    return CUCORE__LIKELY(!grad) ? 0 : cucore__py_refuse_grad(grad, info, intake);
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_exchange_ask_negative(const cucore__py_state *state, PyObject *obj,
                                                                   const cucore__py_type_info *info,
                                                                   const cucore__intake *intake)
{
    int result = cucore__py_ask_negative(state, obj, info, intake);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_table_failed(info, intake) : result;
}

CUCORE__PRIVATE inline void cucore__py_exchange_own(const cucore__py_exchanged *given, cucore_view *out)
{
    out->protocol = (uint8_t)(given->managed ? CUCORE_PROTOCOL_DLPACK_VERSIONED : CUCORE_PROTOCOL_DLTENSOR);
    cucore__view_own(out, given->managed, given->managed ? cucore__py_release_versioned : NULL);
}

/* Any tensor, whatever out held before: 0, CUCORE__PY_DECLINED, -1 or CUCORE__PY_IMPOSSIBLE with an exception.  What
 * __dlpack__ would refuse is refused here (rules X7). */
CUCORE__PRIVATE CUCORE__APART int cucore__py_exchange_decode_any(const cucore__py_state *state, PyObject *obj,
                                                                 const cucore__py_type_info *info,
                                                                 const cucore__intake *intake,
                                                                 const cucore__py_exchanged *given, cucore_view *out)
{
    const DLTensor *tensor = cucore__py_exchanged_tensor(given);
    const unsigned checks = cucore__py_pending_checks(info, tensor->dtype.code);
    cucore_status status;
    uint64_t flags;
    int result = 0;
    if (checks & CUCORE__PY_HAS_CONJ) {
        result = cucore__py_ask(obj, info, info->traits.conjugate, state->names[CUCORE__PY_IS_CONJ]);
        if (result > 0) {
            result =
                cucore__py_decline(info, intake, "the tensor has its conjugate bit set; use tensor.resolve_conj()");
        } else if (result < 0) {
            result = cucore__py_table_failed(info, intake);
        }
    }
    if (!result && (checks & CUCORE__PY_HAS_GRAD) && !(intake->flags & CUCORE_ALLOW_GRAD))
        result = cucore__py_check_grad(state, obj, info, intake);
    if (result) return result;
    cucore__view_clear(out);
    flags = given->managed ? given->managed->flags : 0;
    status = cucore__dltensor_decode(tensor, flags, intake, out);
    if (status) return cucore__py_refuse_tensor(status, tensor, flags, intake, out);
    cucore__py_exchange_own(given, out);
    if (!cucore__driver_state.device_count && cucore__py_device_is_cuda(out->device_type) &&
        !(intake->flags & CUCORE_TRUST_PRODUCER)) {
        status = cucore__py_load_driver();
    }
    if (!status) status = cucore__py_accept(out, intake, info);
    if (status) return cucore__py_raise_import(status, intake);
    cucore__py_learn_kind(info, tensor, out);
    result = cucore__py_check_negative(state, obj, info, intake, out);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_table_failed(info, intake) : result;
}

/* The same sooner for one whose kind is known. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_exchange_decode(const cucore__py_state *state, PyObject *obj,
                                                              const cucore__py_type_info *info,
                                                              const cucore__intake *intake,
                                                              const cucore__py_exchanged *given, cucore_view *out)
{
    unsigned checks = 0;
    cucore_status status;
    int result;
    int64_t volume = 0;
    if (info->slot && (!given->managed || !given->managed->flags)) {
        volume =
            cucore__kind_decode(info->slot->kinds, info->version, cucore__py_exchanged_tensor(given), out, &checks);
    }
    if (!CUCORE__LIKELY(volume)) return cucore__py_exchange_decode_any(state, obj, info, intake, given, out);
    cucore__py_exchange_own(given, out);
    if ((checks & CUCORE__PY_HAS_GRAD) && !(intake->flags & CUCORE_ALLOW_GRAD)) {
        result = cucore__py_check_grad(state, obj, info, intake);
        if (result) return result;
    }
    status = cucore__view_check_arg(out, intake->arg, intake->dims);
    if (status) return cucore__py_raise_import(status, intake);
    return checks & CUCORE__PY_HAS_NEG ? cucore__py_exchange_ask_negative(state, obj, info, intake) : 0;
}

/* Where the producer works now, which is where its work on the data has to be taken to be (rules X8, X9). */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_exchange_order_device(const cucore__py_type_info *info,
                                                                               const cucore__intake *intake,
                                                                               const cucore__py_exchanged *given,
                                                                               cucore_view *out)
{
    const cucore_exchange_api *table = info->traits.table;
    const DLTensor *tensor = cucore__py_exchanged_tensor(given);
    void *stream = NULL;
    if (!table->current_work_stream)
        return cucore__py_decline(info, intake, "its C exchange table cannot tell its stream");
    if (table->current_work_stream(tensor->device.device_type, tensor->device.device_id, &stream)) {
        return cucore__py_table_failed(info, intake);
    }
    out->has_producer_stream = 1;
    out->producer_stream = cucore__stream_normalize(stream ? (CUstream)stream : intake->arg->producer_stream);
    out->producer_context = NULL;
    if (out->producer_stream == CUCORE_STREAM_NO_SYNC || out->producer_stream == CUCORE_STREAM_HOST) {
        PyErr_Format(CUCORE__PY_CLASS(intake, protocol, BufferError),
                     "%s: the C exchange table of its type says that its stream is %p, which is none",
                     cucore__py_name(intake), stream);
        return -1;
    }
    return cucore__py_order_known(out, intake);
}

/* Producer before consumer: 0, CUCORE__PY_DECLINED, -1 with an exception.  On pinned memory anything may be pending (D37). */
CUCORE__PRIVATE inline int cucore__py_exchange_order(const cucore__py_type_info *info, const cucore__intake *intake,
                                                     const cucore__py_exchanged *given, cucore_view *out)
{
    cucore_status status;
    if (!out->device_accessible || intake->stream == CUCORE_STREAM_NO_SYNC) return 0;
    if (cucore__layout_is_empty(&out->layout)) return 0;
    if (out->device_type != CUCORE_DEVICE_TYPE_CUDA_HOST)
        return cucore__py_exchange_order_device(info, intake, given, out);
    if (intake->stream != CUCORE_STREAM_HOST) return 0;
    Py_BEGIN_ALLOW_THREADS
    status = cucore__pointer_synchronize(out->ptr);
    Py_END_ALLOW_THREADS
    return status ? cucore__py_raise_import(status, intake) : 0;
}

/* The table gave a tensor with impossible strides, which is given back: __dlpack__ may do better. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_instead_of_table(cucore__py_state *state, PyObject *obj,
                                                             const cucore__py_type_info *info,
                                                             const cucore__intake *intake, cucore_view *out)
{
    if (!cucore__py_has_other_way(info, intake)) return cucore__py_instead_of_dlpack(state, obj, info, intake, out);
    cucore__view_clear(out);
    return cucore__py_error_clear() < 0 ? -1 : CUCORE__PY_DECLINED;
}

/* By the table of the type: 0, -1 with an exception, CUCORE__PY_DECLINED: by __dlpack__.  out need not be cleared. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_by_table(cucore__py_state *state, PyThreadState *thread, PyObject *obj,
                                                       const cucore__py_type_info *info, const cucore__intake *intake,
                                                       cucore_view *out)
{
    cucore__py_exchanged given;
    int result;
    given.managed = NULL;
    if (cucore__py_exchange_ask(info->traits.table, obj, intake, &given) || cucore__py_pending(thread)) {
        result = cucore__py_table_failed(info, intake);
    } else if (given.managed && given.managed->version.major != DLPACK_MAJOR_VERSION) {
        /* only the deleter may be touched (rules D29) */
        result = cucore__py_raise_import(cucore__fail_major(given.managed), intake);
    } else {
        result = cucore__py_exchange_decode(state, obj, info, intake, &given, out);
        if (!result) result = cucore__py_exchange_order(info, intake, &given, out);
    }
    if (!result) return 0;
    if (result != CUCORE__PY_IMPOSSIBLE) cucore__view_clear(out);
    cucore__py_exchange_release(&given);
    return result == CUCORE__PY_IMPOSSIBLE ? cucore__py_instead_of_table(state, obj, info, intake, out) : result;
}

/* The same as the table of protocols has it. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_from_exchange(cucore__py_state *state, PyObject *obj, PyObject *value,
                                                           const cucore__py_type_info *info,
                                                           const cucore__intake *intake, cucore_view *out)
{
    (void)value;
    return cucore__py_by_table(state, cucore__py_thread_here(), obj, info, intake, out);
}
