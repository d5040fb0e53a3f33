/* python/base/visit.c: visits what views and owners hold, for the garbage collector (rules B133).  What is visited is
 * held by nobody else: the collector counts each visit as one of the references to the object. */
CUCORE__PRIVATE int cucore__py_visit_object(void *object, visitproc visit, void *arg)
{
    return object ? visit((PyObject *)object, arg) : 0;
}

CUCORE__PRIVATE int cucore__py_visit_two(void *first, void *second, visitproc visit, void *arg)
{
    const int result = cucore__py_visit_object(first, visit, arg);
    return result ? result : cucore__py_visit_object(second, visit, arg);
}

/* Returns the tensor that an owner is if it was made here, and NULL for a tensor of another library, or of another copy
 * of this one. */
CUCORE__PRIVATE const cucore__exported *cucore__py_own_tensor(const void *owner, int versioned)
{
    const cucore__exported *exported = (const cucore__exported *)owner;
    const int is_own = versioned ? exported->tensor.versioned.deleter == cucore__versioned_deleter
                                 : exported->tensor.legacy.deleter == cucore__legacy_deleter;
    return is_own ? exported : NULL;
}

/* Visits what an owner holds, which its release function tells. */
CUCORE__PRIVATE int cucore__py_visit_held(void (*release)(void *), void *owner, visitproc visit, void *arg)
{
    const cucore__exported *tensor = NULL;
    const cucore_buffer *memory = NULL;
    int result;
    if (!release || !owner) return 0;
    if (release == cucore__py_free_reference) return visit((PyObject *)owner, arg);
    if (release == cucore__py_free_held) {
        const cucore__py_held *held = (const cucore__py_held *)owner;
        return cucore__py_visit_two(held->buffer.obj, held->other, visit, arg);
    }
    if (release == cucore__py_free_on_stream) {
        const cucore__py_on_stream *held = (const cucore__py_on_stream *)owner;
        result = cucore__py_visit_object(held->stream, visit, arg);
        return result ? result : cucore__py_visit_held(held->owner.release, held->owner.owner, visit, arg);
    }
    if (release == cucore__late_free_detached) {
        const cucore__late_detached *held = (const cucore__late_detached *)owner;
        return cucore__py_visit_held(held->owner.release, held->owner.owner, visit, arg);
    }
    if (release == cucore__release_moved || release == cucore__py_free_whole)
        return cucore_py_view_visit((const cucore_view *)owner, visit, arg);
    if (release == cucore__py_free_managed || release == cucore__py_free_managed_versioned)
        tensor = cucore__py_own_tensor(owner, release == cucore__py_free_managed_versioned);
    if (release == cucore__memory_free || release == cucore__py_free_memory) memory = (const cucore_buffer *)owner;
    if (tensor) return cucore__py_visit_held(tensor->release, tensor->owner, visit, arg);
    return memory ? cucore__py_visit_held(memory->release, memory->owner, visit, arg) : 0;
}

/* Visits what a view holds that would be given back by `release`. */
CUCORE__PRIVATE int cucore__py_visit_view(const cucore_view *view, void (*release)(cucore_view *), void *owner,
                                          visitproc visit, void *arg)
{
    int result;
    if (!release) return 0;
    if (release == cucore__wrapped_release) return cucore__py_visit_held(view->private_.free_owner, owner, visit, arg);
    if (release == cucore__py_release_versioned || release == cucore__py_release_result_tensor)
        return cucore__py_visit_held(cucore__py_free_managed_versioned, owner, visit, arg);
    if (release == cucore__py_release_managed) {
        return cucore__py_visit_held(view->protocol == CUCORE_PROTOCOL_DLPACK ? cucore__py_free_managed
                                                                              : cucore__py_free_managed_versioned,
                                     owner, visit, arg);
    }
#if defined(CUCORE_COPY_H)
    if (release == cucore__py_release_conversion) { /* its fresh memory holds no object */
        const cucore__py_conversion *conversion = (const cucore__py_conversion *)owner;
        return cucore__py_visit_view(view, conversion->release, conversion->owner, visit, arg);
    }
#endif
    if (release == cucore__py_release_buffer || release == cucore__py_release_ndarray) {
        const Py_buffer *buffer = (const Py_buffer *)(const void *)view->private_.storage;
        result = cucore__py_visit_object(buffer->obj, visit, arg);
        return result ? result : cucore__py_visit_two(view->descr, owner, visit, arg);
    }
    if (release == cucore__py_release_object || release == cucore__py_release_result_array)
        return cucore__py_visit_two(view->descr, owner, visit, arg);
    return 0;
}

CUCORE_API int cucore_py_view_visit(const cucore_view *view, visitproc visit, void *arg)
{
    if (!view || cucore__view_is_copy(view)) return 0;
    return cucore__py_visit_view(view, view->private_.release, view->private_.owner, visit, arg);
}

CUCORE_API int cucore_py_owner_visit(const cucore_owner *owner, visitproc visit, void *arg)
{
    return owner ? cucore__py_visit_held(owner->release, owner->owner, visit, arg) : 0;
}
