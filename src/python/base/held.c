/* python/base/held.c: gives back what views of Python objects hold, or moves it out of the view
 * (cucore_view_detach). */
/* A Py_buffer is stored inside the view: exporters may know it by its address (rules A6). */
typedef char cucore__assert_py_buffer_fits[sizeof(Py_buffer) <= sizeof(((cucore_view *)0)->private_.storage) ? 1 : -1];

CUCORE__PRIVATE void cucore__py_drop_buffer(cucore_view *view)
{
    PyBuffer_Release((Py_buffer *)(void *)view->private_.storage);
    Py_XDECREF((PyObject *)view->descr);
    Py_XDECREF((PyObject *)view->private_.owner);
}

CUCORE__PRIVATE void cucore__py_drop_object(cucore_view *view)
{
    Py_XDECREF((PyObject *)view->descr);
    Py_XDECREF((PyObject *)view->private_.owner);
}

CUCORE__PRIVATE void cucore__py_release_buffer(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_buffer, view);
}

/* Does what PyBuffer_Release does, sooner if the exporter has nothing to do. */
CUCORE__PRIVATE inline void cucore__py_drop_ndarray(Py_buffer *buffer)
{
#if !defined(Py_LIMITED_API)
    if (!Py_TYPE(buffer->obj)->tp_as_buffer->bf_releasebuffer) {
        Py_DECREF(buffer->obj);
        return;
    }
#endif
    PyBuffer_Release(buffer); /* unreachable: NumPy's arrays have nothing to release */
} /* unreachable: as above */

/* Releases a buffer of NumPy, whose exporter runs no Python code: no exception can be disturbed. */
CUCORE__PRIVATE CUCORE__HOT void cucore__py_release_ndarray(cucore_view *view)
{
    if (!cucore__py_is_finalizing() && cucore__py_attached()) {
        cucore__py_drop_ndarray((Py_buffer *)(void *)view->private_.storage);
    } else {
        cucore__py_release_buffer(view);
    }
}

CUCORE__PRIVATE void cucore__py_release_object(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_object, view);
}

CUCORE__PRIVATE void cucore__py_drop_managed(cucore_view *view)
{
    if (view->protocol == CUCORE_PROTOCOL_DLPACK) {
        cucore__managed_free(view->private_.owner);
    } else {
        cucore__managed_versioned_free(view->private_.owner);
    }
}

/* Takes the GIL, which some deleters forget (rules D32). */
CUCORE__PRIVATE CUCORE__APART void cucore__py_release_tensor(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_managed, view);
}

/* Does the same, sooner if the thread has the GIL and no exception is set. */
CUCORE__PRIVATE CUCORE__HOT void cucore__py_release_managed(cucore_view *view)
{
    PyThreadState *thread = cucore__py_is_finalizing() ? NULL : cucore__py_thread();
    if (thread && !cucore__py_pending(thread)) {
        cucore__py_drop_managed(view);
    } else {
        cucore__py_release_tensor(view);
    }
}

/* The same for a versioned tensor. */
CUCORE__PRIVATE CUCORE__HOT void cucore__py_release_versioned(cucore_view *view)
{
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)view->private_.owner;
    PyThreadState *thread = cucore__py_is_finalizing() ? NULL : cucore__py_thread();
    if (thread && !cucore__py_pending(thread)) {
        if (managed->deleter) managed->deleter(managed);
    } else {
        cucore__py_release_tensor(view);
    }
}

/* Releases a view whose owner is the array that was to be the result. */
CUCORE__PRIVATE void cucore__py_release_result_array(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_object, view);
}

CUCORE__PRIVATE void cucore__py_drop_result_tensor(cucore_view *view)
{
    cucore__dlmanaged_versioned_delete((DLManagedTensorVersioned *)view->private_.owner);
}

/* Releases a view whose owner is a tensor of the exchange table in view->descr. */
CUCORE__PRIVATE void cucore__py_release_result_tensor(cucore_view *view)
{
    cucore__py_call_with_gil(cucore__py_drop_result_tensor, view);
}

/* Waits for the known contexts of the device: the primary one, the current one, and the context of the stream of the
 * memory. */
CUCORE__PRIVATE cucore_status cucore__memory_wait_idle(const cucore_buffer *memory, CUcontext primary)
{
    CUcontext contexts[3];
    int i, device = CUCORE_DEVICE_NONE;
    cucore_status status;
    contexts[0] = primary;
    contexts[1] = contexts[2] = NULL;
    status = cucore_context_get_current(&contexts[1], &device);
    if (device != memory->device_id || contexts[1] == primary) contexts[1] = NULL;
    if (memory->private_.stream_context != primary && memory->private_.stream_context != contexts[1])
        contexts[2] = memory->private_.stream_context;
    for (i = 0; i < 3 && !status; i++) status = cucore__context_synchronize(contexts[i]);
    return status;
}

/* Waits until no work of the device can use memory, since it is unknown who used it on which stream (rules D34). */
CUCORE__PRIVATE void cucore__memory_make_idle(cucore_buffer *memory)
{
    CUcontext primary = NULL;
    if (memory->device_id >= 0 && !cucore_context_get_primary(memory->device_id, &primary) &&
        !cucore__memory_wait_idle(memory, primary)) {
        (void)cucore__buffer_set_idle(memory, primary);
    }
    if (memory->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) (void)cucore__pointer_synchronize(memory->ptr);
}

/* Frees memory when the device is idle, while other threads run; in an interpreter that ends the memory leaks, since
 * the wait may have no end. */
CUCORE__PRIVATE void cucore__py_free_memory(void *memory)
{
    const cucore_memory_resource *resource = ((const cucore_buffer *)memory)->private_.resource;
    void *held = cucore__wait_begin();
    if (held == cucore__wait_never) return;
    cucore__memory_make_idle((cucore_buffer *)memory);
    if (resource && resource->takes_gil) {
        cucore__wait_end(held);
        held = NULL;
    }
    cucore__memory_free(memory);
    cucore__wait_end(held);
}

/* Prepares device memory for another library, whose use of it is unknown. */
CUCORE__PRIVATE void cucore__py_share_memory(cucore_view *view)
{
    if (view->device_accessible && cucore__view_is_freed_by(view, cucore__memory_free))
        view->private_.free_owner = cucore__py_free_memory;
}

/* Without cucore_copy.h no argument is converted. */
#if defined(CUCORE_COPY_H)
/* What the view of an argument owns that is, or is going to be, in fresh memory.  A Py_buffer stays in the view, since
 * it must not move. */
typedef struct cucore__py_conversion {
    cucore_view original; /* the argument as it came; borrows */
    cucore_view memory;   /* fresh, as bytes; zeroed before the copy, and if there is no element */
    void *owner;
    void (*release)(cucore_view *view);
    int writes; /* it is copied back */
} cucore__py_conversion;

CUCORE__PRIVATE void cucore__py_release_conversion(cucore_view *view)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    view->private_.owner = conversion->owner;
    cucore_view_release(&conversion->memory);
    if (conversion->release) conversion->release(view);
    free(conversion);
}

CUCORE__PRIVATE int cucore__py_is_converted(const cucore_view *view)
{
    return view->converted && view->private_.release == cucore__py_release_conversion && !cucore__view_is_copy(view);
}

/* Lets a view own only its fresh memory, and gives the argument back. */
CUCORE__PRIVATE void cucore__py_convert_keep(cucore_view *view)
{
    cucore__py_conversion *conversion = (cucore__py_conversion *)view->private_.owner;
    cucore_view *memory = &conversion->memory, fresh;
    cucore__view_clear(&fresh);
    memcpy(&fresh, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&fresh.layout, &view->layout);
    cucore__view_own(&fresh, memory->private_.owner, memory->private_.release);
    fresh.private_.free_owner = memory->private_.free_owner;
    fresh.private_.access = NULL;
    fresh.ptr = memory->ptr;
    fresh.protocol = CUCORE_PROTOCOL_MEMORY;
    fresh.readonly = fresh.copied = fresh.unproven = 0;
    fresh.pep3118_format = NULL;
    fresh.descr = NULL;
    memory->private_.release = NULL;
    cucore_view_release(view);
    cucore__view_move(&fresh, view);
}
#endif

/* Returns the elements of an argument that others can see; NULL: they are in memory that only the view knows. */
CUCORE__PRIVATE const cucore_view *cucore__py_shared_elements(const cucore_view *view)
{
#if defined(CUCORE_COPY_H)
    if (cucore__py_is_converted(view)) {
        const cucore__py_conversion *conversion = (const cucore__py_conversion *)view->private_.owner;
        return conversion->writes ? &conversion->original : NULL;
    }
#endif
    return view;
}

/* Releases a view whose intake failed after it was filled.  Returns -1. */
CUCORE__PRIVATE int cucore__py_release_failed(cucore_view *view)
{
    cucore_view_release(view);
    return -1;
}

CUCORE__PRIVATE void cucore__py_drop_reference(void *owner)
{
    Py_DECREF((PyObject *)owner);
}

CUCORE__PRIVATE void cucore__py_free_reference(void *owner)
{
    cucore__py_free_with_gil(cucore__py_drop_reference, owner);
}

CUCORE__PRIVATE void cucore__py_free_managed(void *owner)
{
    cucore__py_free_with_gil(cucore__managed_free, owner);
}

CUCORE__PRIVATE void cucore__py_free_managed_versioned(void *owner)
{
    cucore__py_free_with_gil(cucore__managed_versioned_free, owner);
}

/* A buffer whose exporter must learn of its release, or a buffer and an object. */
typedef struct cucore__py_held {
    Py_buffer buffer;
    PyObject *other;
} cucore__py_held;

CUCORE__PRIVATE void cucore__py_drop_held(void *owner)
{
    cucore__py_held *held = (cucore__py_held *)owner;
    PyBuffer_Release(&held->buffer);
    Py_XDECREF(held->other);
    free(held);
}

CUCORE__PRIVATE void cucore__py_free_held(void *owner)
{
    cucore__py_free_with_gil(cucore__py_drop_held, owner);
}

/* Returns 1 if the exporter of a buffer must learn of its release. */
CUCORE__PRIVATE int cucore__py_must_be_released(const Py_buffer *buffer)
{
    if (!buffer->obj) return 0;
#if defined(Py_LIMITED_API)
    return PyType_GetSlot(Py_TYPE(buffer->obj), Py_bf_releasebuffer) != NULL;
#else
    return Py_TYPE(buffer->obj)->tp_as_buffer && Py_TYPE(buffer->obj)->tp_as_buffer->bf_releasebuffer;
#endif
}

/* Exports the same memory to `out`, which has an address that stays: exporters may know `first` by its address (rules
 * A6). */
CUCORE__PRIVATE cucore_status cucore__py_buffer_again(const cucore_view *view, const Py_buffer *first, int lasting,
                                                      Py_buffer *out)
{
    const int flags = view->protocol == CUCORE_PROTOCOL_PEP3118 ? PyBUF_FULL_RO : PyBUF_SIMPLE;
    if (PyObject_GetBuffer(first->obj, out, flags) < 0) return cucore__py_error_to_status(CUCORE_UNSUPPORTED, lasting);
    if (out->buf == first->buf && out->len == first->len) return CUCORE_OK;
    PyBuffer_Release(out);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "cucore_view_detach: asked again, the exporter of the buffer at 0x%llx shows other memory",
                       (unsigned long long)(uintptr_t)first->buf);
}

/* Moves a buffer out of the view, with the object if an interface has one. */
CUCORE__PRIVATE cucore_status cucore__py_detach_buffer(cucore_view *view, int lasting, cucore_owner *out)
{
    Py_buffer *first = (Py_buffer *)(void *)view->private_.storage;
    PyObject *other = (PyObject *)view->private_.owner;
    cucore__py_held *held;
    cucore_status status = CUCORE_OK;
    const int told = cucore__py_must_be_released(first);
    if (!told && (!other || !first->obj || other == first->obj)) {
        if (other && other == first->obj) {
            view->private_.owner = NULL; /* the collector may look: the reference is visited once */
            Py_DECREF(other);
        }
        out->owner = first->obj ? first->obj : other;
        out->release = out->owner ? cucore__py_free_reference : NULL;
        return CUCORE_OK;
    }
    held = (cucore__py_held *)malloc(sizeof *held);
    if (!held) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *held);
    held->other = other;
    if (told) {
        status = cucore__py_buffer_again(view, first, lasting, &held->buffer);
    } else {
        held->buffer = *first;
    }
    if (status) {
        free(held);
        return status;
    }
    if (view->pep3118_format) view->pep3118_format = held->buffer.format;
    if (told) PyBuffer_Release(first);
    out->owner = held;
    out->release = cucore__py_free_held;
    return CUCORE_OK;
}

#if defined(CUCORE_COPY_H)
/* Moves fresh memory of a converted argument out of the view.  A view that is to be copied back cannot be detached. */
CUCORE__PRIVATE cucore_status cucore__py_detach_conversion(cucore_view *view, cucore_owner *out)
{
    if (((const cucore__py_conversion *)view->private_.owner)->writes) {
        return cucore__invalid(
            "cucore_view_detach: the view is a copy that cucore_py_args_release or cucore_py_return is to "
            "copy back");
    }
    cucore__py_convert_keep(view);
    out->owner = view->private_.owner;
    out->release = view->private_.release ? view->private_.free_owner : NULL;
    return CUCORE_OK;
}
#endif

/* Moves what a view holds into `out`, with the GIL, in an interpreter that is alive. */
CUCORE__PRIVATE cucore_status cucore__py_detach_held(cucore_view *view, int lasting, cucore_owner *out)
{
    void (*release)(cucore_view *) = view->private_.release;
    PyObject *descr = release == cucore__py_release_result_tensor ? NULL : (PyObject *)view->descr;
    cucore_status status = CUCORE_OK;
#if defined(CUCORE_COPY_H)
    if (release == cucore__py_release_conversion) return cucore__py_detach_conversion(view, out);
#endif
    out->owner = view->private_.owner;
    if (release == cucore__py_release_buffer || release == cucore__py_release_ndarray) {
        status = cucore__py_detach_buffer(view, lasting, out);
    } else if (release == cucore__py_release_versioned || release == cucore__py_release_result_tensor) {
        out->release = cucore__py_free_managed_versioned;
    } else if (release == cucore__py_release_managed) {
        out->release =
            view->protocol == CUCORE_PROTOCOL_DLPACK ? cucore__py_free_managed : cucore__py_free_managed_versioned;
    } else { /* cucore__py_release_object, cucore__py_release_result_array */
        out->release = cucore__py_free_reference;
    }
    if (status) return status;
    view->descr = NULL; /* first, since the collector may look */
    Py_XDECREF(descr);
    return CUCORE_OK;
}

/* Moves what a view holds into `out`; leaks it in an interpreter that is gone or going, as a release does. */
CUCORE__PRIVATE cucore_status cucore__py_detach(cucore_view *view, cucore_owner *out)
{
    cucore__py_gil gil;
    cucore_status status;
    if (!cucore__py_gil_enter(&gil)) return CUCORE_OK;
    status = cucore__py_detach_held(view, gil.lasting && !gil.pending, out);
    cucore__py_gil_leave(&gil);
    return status;
}

/* An owner and the stream that its array is ordered with, which must not be destroyed before. */
typedef struct cucore__py_on_stream {
    cucore_owner owner;
    PyObject *stream;
} cucore__py_on_stream;

CUCORE__PRIVATE void cucore__py_drop_on_stream(void *owner)
{
    cucore__py_on_stream *held = (cucore__py_on_stream *)owner;
    cucore_owner_release(&held->owner);
    Py_DECREF(held->stream);
    free(held);
}

CUCORE__PRIVATE void cucore__py_free_on_stream(void *owner)
{
    cucore__py_free_with_gil(cucore__py_drop_on_stream, owner);
}

/* Makes a view keep the stream object of its producer: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_hold_stream(cucore_view *view, PyObject *stream)
{
    cucore__py_on_stream *held = (cucore__py_on_stream *)malloc(sizeof *held);
    if (!held) {
        PyErr_NoMemory();
        return -1;
    }
    memset(&held->owner, 0, sizeof held->owner);
    (void)cucore__py_detach_held(view, 1, &held->owner); /* a tensor or a capsule: no memory is allocated */
    Py_INCREF(stream);
    held->stream = stream;
    cucore__view_own_wrapped(view, held, cucore__py_free_on_stream);
    return 0;
}

/* Frees a view that is the owner of a part of it. */
CUCORE__PRIVATE void cucore__py_free_whole(void *owner)
{
    cucore_view_release((cucore_view *)owner);
    free(owner);
}

/* Returns where a kept owner has to be released: 0 for any thread, else the number of the interpreter that this thread
 * is in, or would enter, plus 1.  Numbers of interpreters are not used again, as their addresses are. */
CUCORE__PRIVATE uint64_t cucore__py_home_of(const cucore_owner *owner)
{
    PyThreadState *thread;
    int64_t id = 0;
    if (owner->release != cucore__py_free_reference && owner->release != cucore__py_free_managed &&
        owner->release != cucore__py_free_managed_versioned && owner->release != cucore__py_free_held &&
        owner->release != cucore__py_free_on_stream && owner->release != cucore__py_free_whole) {
        return 0;
    }
    if (cucore__py_is_finalizing() || !Py_IsInitialized()) return UINT64_MAX;
    thread = cucore__py_thread();
    if (!thread) thread = PyGILState_GetThisThreadState();
    if (thread) id = PyInterpreterState_GetID(PyThreadState_GetInterpreter(thread));
    return (uint64_t)id + 1;
}
