/* -------------------------------------------------------------------------------------------- >>impl-py-exchange -- */
/* python/in/exchange.c: decodes a tensor by the C exchange table of its type. */
/* A tensor from a table, managed or only borrowed. */
typedef struct cucore__py_exchanged {
    DLTensor borrowed;
    DLManagedTensorVersioned *managed; /* NULL: borrowed */
} cucore__py_exchanged;

CUCORE__PRIVATE inline const DLTensor *cucore__py_exchanged_tensor(const cucore__py_exchanged *given)
{
    return given->managed ? &given->managed->dl_tensor : &given->borrowed;
}

/* Gets a tensor from the table.  -1 with an exception, as it should be, or without one (rules X11, B66).  A borrowed
 * tensor has no flags: only a managed one can report that it is read-only. */
CUCORE__PRIVATE inline int cucore__py_exchange_get(const cucore__py_call *call, cucore__py_exchanged *given)
{
    const cucore_exchange_api *table = call->info.traits.table;
    int result = -1;
    if (table->dltensor_from_py_object_no_sync && call->how.flags & CUCORE_BORROW &&
        !(call->how.flags & CUCORE_WRITE)) {
        memset(&given->borrowed, 0, sizeof given->borrowed);
        return table->dltensor_from_py_object_no_sync(call->obj, &given->borrowed) ? -1 : 0;
    }
    if (table->managed_tensor_from_py_object_no_sync)
        result = table->managed_tensor_from_py_object_no_sync(call->obj, &given->managed);
    return result || !given->managed ? -1 : 0;
}

/* Deletes a tensor, whose deleter may run any code. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_exchange_release(cucore__py_exchanged *given)
{
    PyObject *error;
    if (!given->managed) return;
    error = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore__dlmanaged_versioned_delete(given->managed);
    if (error) cucore__py_error_put(error);
}

/* Returns 1 if __dlpack__ may be called instead, which has better messages and knows cases that the table does not. */
CUCORE__PRIVATE int cucore__py_may_use_dlpack(const cucore__py_call *call)
{
    if (call->info.traits.facts & CUCORE__PY_TABLE_ONLY) return 0;
    return !(call->how.flags & CUCORE_BY_EXCHANGE) || (call->how.flags & CUCORE_BY_DLPACK);
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_decline(const cucore__py_call *call, const char *why)
{
    if (cucore__py_may_use_dlpack(call)) return CUCORE__PY_DECLINED;
    return cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, unsupported, BufferError), "%s", why);
}

/* Ends a failed call of the table, or of a question about what the table does not know (rules B101). */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_table_failed(const cucore__py_call *call)
{
    if (!PyErr_Occurred())
        return cucore__py_decline(call, "the C exchange table of its type failed without an exception");
    if (!cucore__py_may_use_dlpack(call)) return -1;
    return cucore__py_error_clear() < 0 ? -1 : CUCORE__PY_DECLINED;
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_refuse_grad(const cucore__py_call *call, int grad)
{
    if (grad < 0) return cucore__py_table_failed(call);
    return cucore__py_decline(call, "the tensor requires grad; use tensor.detach()");
}

CUCORE__PRIVATE inline int cucore__py_check_grad(const cucore__py_call *call)
{
    int grad = cucore__py_requires_grad(call);
    return CUCORE__LIKELY(!grad) ? 0 : cucore__py_refuse_grad(call, grad);
}

CUCORE__PRIVATE CUCORE__APART int cucore__py_exchange_refuse_negative_bit(const cucore__py_call *call)
{
    int result = cucore__py_refuse_negative_bit(call);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_table_failed(call) : result;
}

CUCORE__PRIVATE inline void cucore__py_exchange_own(const cucore__py_exchanged *given, cucore_view *out)
{
    out->protocol = (uint8_t)(given->managed ? CUCORE_PROTOCOL_DLPACK_VERSIONED : CUCORE_PROTOCOL_DLTENSOR);
    cucore__view_own(out, given->managed, given->managed ? cucore__py_release_versioned : NULL);
}

/* Decodes any tensor; `out` need not be cleared.  The function refuses what __dlpack__ would refuse (rules X7).  0,
 * CUCORE__PY_DECLINED, -1 or CUCORE__PY_IMPOSSIBLE with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_exchange_decode_any(const cucore__py_call *call,
                                                                 const cucore__py_exchanged *given)
{
    cucore_view *const out = call->out;
    const DLTensor *tensor = cucore__py_exchanged_tensor(given);
    const unsigned checks = cucore__py_needed_checks(&call->info, tensor->dtype.code);
    cucore_status status;
    uint64_t flags;
    int result = 0;
    if (checks & CUCORE__PY_HAS_CONJ) {
        result = cucore__py_call_yes_or_no(call, call->info.traits.conjugate, call->state->names[CUCORE__PY_IS_CONJ]);
        if (result > 0) {
            result = cucore__py_decline(call, "the tensor has its conjugate bit set; use tensor.resolve_conj()");
        } else if (result < 0) {
            result = cucore__py_table_failed(call);
        }
    }
    if (!result && (checks & CUCORE__PY_HAS_GRAD) && !(call->how.flags & CUCORE_ALLOW_GRAD))
        result = cucore__py_check_grad(call);
    if (result) return result;
    cucore__view_clear(out);
    flags = given->managed ? given->managed->flags : 0;
    status = cucore__dltensor_decode(tensor, flags, &call->how, out);
    if (status) return cucore__py_refuse_tensor(call, status, tensor, flags);
    cucore__py_exchange_own(given, out);
    if (!cucore__driver_state.device_count && cucore__device_is_cuda(out->device_type) &&
        !(call->how.flags & CUCORE_TRUST_PRODUCER)) {
        status = cucore__py_load_driver();
    }
    if (!status) status = cucore__py_accept_tensor(call);
    if (status) return cucore__py_refuse_status(call->how.arg, status);
    cucore__py_learn_kind(call, tensor);
    result = cucore__py_check_negative_bit(call);
    return result == CUCORE__PY_UNANSWERED ? cucore__py_table_failed(call) : result;
}

/* Does the same, sooner for a tensor of a known kind. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_exchange_decode(const cucore__py_call *call,
                                                              const cucore__py_exchanged *given)
{
    unsigned checks = 0;
    cucore_status status;
    int result;
    int64_t volume = 0;
    if (!given->managed || !given->managed->flags)
        volume = cucore__py_recall_kind(&call->info, cucore__py_exchanged_tensor(given), call->out, &checks);
    if (!CUCORE__LIKELY(volume)) return cucore__py_exchange_decode_any(call, given);
    cucore__py_exchange_own(given, call->out);
    if ((checks & CUCORE__PY_HAS_GRAD) && !(call->how.flags & CUCORE_ALLOW_GRAD)) {
        result = cucore__py_check_grad(call);
        if (result) return result;
    }
    status = cucore__view_check_arg(call->out, call->how.arg, call->how.of_call);
    if (status) return cucore__py_refuse_status(call->how.arg, status);
    if (!(checks & CUCORE__PY_HAS_NEG) || call->how.flags & CUCORE_ALLOW_NEGATIVE_BIT) return 0;
    return cucore__py_exchange_refuse_negative_bit(call);
}

/* Orders the work on the current stream of the producer, where its work on the data has to be assumed (rules X8,
 * X9). */
CUCORE__PRIVATE CUCORE__HOT CUCORE__APART int cucore__py_exchange_order_device(const cucore__py_call *call,
                                                                               const cucore__py_exchanged *given)
{
    cucore_view *const out = call->out;
    const cucore_exchange_api *table = call->info.traits.table;
    const DLTensor *tensor = cucore__py_exchanged_tensor(given);
    void *stream = NULL;
    if (!table->current_work_stream) return cucore__py_decline(call, "its C exchange table cannot tell its stream");
    if (table->current_work_stream(tensor->device.device_type, tensor->device.device_id, &stream))
        return cucore__py_table_failed(call);
    out->has_producer_stream = 1;
    out->producer_stream = cucore__stream_normalize(stream ? (CUstream)stream : call->how.arg->producer_stream);
    out->producer_context = NULL;
    if (out->producer_stream == CUCORE_STREAM_NO_SYNC || out->producer_stream == CUCORE_STREAM_HOST) {
        return cucore__py_refuse(call->how.arg, CUCORE__PY_CLASS(call->how.arg, protocol, BufferError),
                                 "the C exchange table of its type says that its stream is %p, which is none", stream);
    }
    return cucore__py_order_known(call);
}

/* Orders the producer before the consumer: 0, CUCORE__PY_DECLINED, -1 with an exception.  On pinned memory any stream
 * may have work (D37). */
CUCORE__PRIVATE inline int cucore__py_exchange_order(const cucore__py_call *call, const cucore__py_exchanged *given)
{
    cucore_view *const out = call->out;
    cucore_status status;
    if (!out->device_accessible || call->how.stream == CUCORE_STREAM_NO_SYNC) return 0;
    if (call->info.traits.facts & CUCORE__PY_IS_ARRAY) {
        cucore__py_array_stream(call->obj, out);
        return cucore__py_order(call);
    }
    if (cucore__layout_is_empty(&out->layout)) return 0;
    if (out->device_type != CUCORE_DEVICE_TYPE_CUDA_HOST) return cucore__py_exchange_order_device(call, given);
    if (call->how.stream != CUCORE_STREAM_HOST) return 0;
    Py_BEGIN_ALLOW_THREADS
    status = cucore__pointer_synchronize(out->ptr);
    Py_END_ALLOW_THREADS
    return status ? cucore__py_refuse_status(call->how.arg, status) : 0;
}

/* Ends an intake whose tensor, which was deleted, had impossible strides: __dlpack__ may do better. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_end_impossible_table(cucore__py_call *call)
{
    if (!cucore__py_may_use_dlpack(call)) return CUCORE__PY_IMPOSSIBLE;
    cucore__view_clear(call->out);
    return cucore__py_error_clear() < 0 ? -1 : CUCORE__PY_DECLINED;
}

/* Takes an object in by the table of its type; `out` need not be cleared.  CUCORE__PY_DECLINED: __dlpack__ has to be
 * called. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__py_from_table(cucore__py_call *call, PyThreadState *thread)
{
    cucore__py_exchanged given;
    int result;
    given.managed = NULL;
    if (cucore__py_exchange_get(call, &given) || cucore__py_pending(thread)) {
        result = cucore__py_table_failed(call);
    } else if (given.managed && given.managed->version.major != DLPACK_MAJOR_VERSION) {
        /* only the deleter may be touched (rules D29) */
        result = cucore__py_refuse_status(call->how.arg, cucore__fail_major(given.managed));
    } else {
        result = cucore__py_exchange_decode(call, &given);
        if (!result) result = cucore__py_exchange_order(call, &given);
    }
    if (!result) return 0;
    if (result != CUCORE__PY_IMPOSSIBLE) cucore__view_clear(call->out);
    cucore__py_exchange_release(&given);
    return result == CUCORE__PY_IMPOSSIBLE ? cucore__py_end_impossible_table(call) : result;
}

/* Does the same as a row of the table of protocols. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_from_exchange(cucore__py_call *call)
{
    if (cucore__py_learn_rest_now(call) < 0) return CUCORE__PY_FAILED;
    return cucore__py_from_table(call, cucore__py_thread_here());
}
