/* ------------------------------------------------------------------------------------------------ >>impl-array -- */
/* core/array.c: arrays of a description, what owns the memory of views and its release, sizes and slices of
 * views. */
/* Sets dtype, layout and protocol of a view.  *nbytes: the bytes from the origin to the end of the last element. */
CUCORE__PRIVATE cucore_status cucore__spec_apply(const cucore_array_spec *spec, cucore_view *out, int64_t *nbytes)
{
    const int64_t itembits = cucore_dtype_itembits(spec->dtype);
    int i;
    cucore_status status = cucore_dtype_check(spec->dtype);
    if (!status && (spec->reserved[0] || spec->reserved[1])) status = cucore__invalid("spec->reserved is not all zero");
    if (!status) {
        status = spec->strides
                     ? cucore_layout_make(spec->ndim, spec->shape, spec->strides, spec->dtype.itemsize, &out->layout)
                     : cucore_layout_make_dense(spec->ndim, spec->shape, 'C', spec->dtype.itemsize, &out->layout);
    }
    for (i = 0; !status && nbytes && spec->strides && i < spec->ndim; i++) {
        if (spec->strides[i] < 0 && spec->shape[i] > 1) {
            status = cucore__invalid("strides[%d] is %lld: fresh memory is laid out upward from element [0, ...]", i,
                                     (long long)spec->strides[i]);
        }
    }
    if (!status && itembits % 8) status = cucore_layout_set_packed(&out->layout, itembits);
    if (!status && nbytes) {
        *nbytes = spec->strides ? cucore_layout_required_nbytes(&out->layout, 0) : cucore_layout_nbytes(&out->layout);
        if (*nbytes < 0) status = cucore_last_error()->status;
    }
    out->dtype = spec->dtype;
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    return status;
}

CUCORE__PRIVATE int cucore__spec_is_on_device(const cucore_array_spec *spec)
{
    return spec->device_type == CUCORE_DEVICE_TYPE_CUDA || spec->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
}

CUCORE__PRIVATE cucore_status cucore__fail_no_device(const cucore_array_spec *spec)
{
    return cucore__invalid("memory of device type %d (%s) needs a device_id, and %d is none", spec->device_type,
                           cucore__device_name(spec->device_type), spec->device_id);
}

#if !defined(CUCORE_NO_BUFFERS)
/* Refuses a resource whose memory is not what the spec asks for. */
CUCORE__PRIVATE cucore_status cucore__spec_check_memory(const cucore_array_spec *spec, int device_type, int device_id)
{
    cucore__text text;
    char wanted[32], given[32];
    if (device_type == spec->device_type &&
        (!cucore__spec_is_on_device(spec) || spec->device_id < 0 || spec->device_id == device_id)) {
        return CUCORE_OK;
    }
    text = cucore__text_start(wanted, sizeof wanted);
    cucore__text_add_device(&text, spec->device_type, spec->device_id);
    text = cucore__text_start(given, sizeof given);
    cucore__text_add_device(&text, device_type, device_id);
    return cucore_fail(CUCORE_WRONG_DEVICE, "the array is to be in memory of %s, but the resource gives memory of %s",
                       wanted, given);
}

/* Finds the resource that NULL means. */
CUCORE__PRIVATE cucore_status cucore__spec_resource(const cucore_array_spec *spec, cucore_memory_resource **out)
{
    switch (spec->device_type) {
    case CUCORE_DEVICE_TYPE_CUDA: return cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, spec->device_id, out);
    case CUCORE_DEVICE_TYPE_CUDA_MANAGED: return cucore__resource_find(CUCORE_MEMORY_MANAGED, spec->device_id, out);
    case CUCORE_DEVICE_TYPE_CUDA_HOST: return cucore__resource_find(CUCORE_MEMORY_PINNED, CUCORE_DEVICE_CURRENT, out);
    default:
        return cucore_fail(CUCORE_UNSUPPORTED, "memory of device type %d (%s) cannot be allocated here",
                           spec->device_type, cucore__device_name(spec->device_type));
    }
}

CUCORE__PRIVATE cucore_status cucore__view_allocate_by(cucore_memory_resource *resource, const cucore_array_spec *spec,
                                                       size_t nbytes, CUstream stream, cucore_view *out)
{
    cucore_buffer *memory;
    int device_id = CUCORE_DEVICE_NONE;
    cucore_status status = CUCORE_OK;
    if (!resource) {
        status = cucore__spec_resource(spec, &resource);
    } else if (resource->functions.device_type) {
        status = cucore__spec_check_memory(spec, resource->functions.device_type, resource->functions.device_id);
    }
    if (status) return status;
    memory = cucore__memory_new();
    if (!memory) return CUCORE_OUT_OF_MEMORY;
    status = cucore_buffer_allocate(resource, nbytes, stream, memory);
    if (!status && nbytes && !resource->functions.device_type) {
        status = cucore__spec_check_memory(spec, memory->device_type, memory->device_id);
    } else if (!status && !memory->device_type && cucore__spec_is_on_device(spec)) {
        status = cucore__device_id_resolve(spec->device_id, &device_id); /* an empty array, without a fixed device */
    }
    if (status) {
        cucore__buffer_drop(memory);
        free(memory);
        return status;
    }
    if (memory->device_type) {
        cucore__view_fill_device(out, memory->device_type, memory->device_id);
    } else {
        cucore__view_fill_device(out, spec->device_type, device_id);
    }
    out->ptr = memory->ptr;
    cucore__view_own_wrapped(out, memory, cucore__memory_free);
    out->has_producer_stream = out->device_accessible;
    out->producer_stream = out->device_accessible ? cucore__stream_normalize(stream) : NULL;
    out->producer_context = out->device_accessible ? memory->private_.stream_context : NULL;
    return CUCORE_OK;
}

#endif

/* Makes an owner of what a view owns; `out` is zeroed.  cucore__detach_more does so for views of python/. */
typedef cucore_status (*cucore__detacher)(cucore_view *view, cucore_owner *out);

/* Set before the first view of Python is made, since core/ does not use Python. */
static CUCORE__ATOMIC(cucore__detacher) cucore__detach_more;

/* Moves what a view owns into `out`, which is zeroed.  On error the view is as it was. */
CUCORE__PRIVATE cucore_status cucore__view_detach_owner(cucore_view *view, cucore_owner *out)
{
    cucore__detacher more = CUCORE__LOAD(&cucore__detach_more);
    cucore_status status = CUCORE_OK;
    if (view->private_.release == cucore__wrapped_release) {
        out->owner = view->private_.owner;
        out->release = view->private_.free_owner;
    } else {
        status = more ? more(view, out) : CUCORE_UNSUPPORTED; /* the code that made the view has set it */
    }
    if (status) {
        memset(out, 0, sizeof *out);
        return status;
    }
    view->descr = NULL;
    view->private_.self = NULL;
    view->private_.owner = NULL;
    view->private_.release = NULL;
    return CUCORE_OK;
}

/* Returns about how many bytes a view keeps from being used again: its elements, at most. */
CUCORE__PRIVATE uint64_t cucore__view_kept_nbytes(const cucore_view *view)
{
    const int64_t nbytes = cucore_layout_nbytes(&view->layout);
    return nbytes > 0 ? (uint64_t)nbytes : 0;
}

/* Gives back what a view owns while work on it may still run: its owner is kept. */
CUCORE__PRIVATE CUCORE__APART void cucore__view_release_late(cucore_view *view)
{
    const cucore_error error = cucore__error;
    const uint64_t until = view->private_.until, nbytes = cucore__view_kept_nbytes(view);
    void (*release)(cucore_view *) = view->private_.release;
    cucore_owner owner;
    memset(&owner, 0, sizeof owner);
    view->private_.until = 0;
    if (cucore__view_detach_owner(view, &owner)) {
        if (cucore__driver_is_ready()) cucore__late_wait(until);
        view->private_.release = NULL;
        release(view);
    } else {
        cucore__late_release(&owner, until, nbytes);
    }
    if (CUCORE__LOAD(&cucore__late.has_ready)) cucore__late_release_ready();
    cucore__error = error;
}

CUCORE_API CUCORE__HOT void cucore_view_release(cucore_view *view)
{
    void (*release)(cucore_view *);
    if (!view) return;
    if (cucore__view_is_copy(view)) {
        (void)cucore__fail_copy("cucore_view_release", view);
        return;
    }
#if defined(CUCORE_DEBUG)
    if (cucore__view_is_in_use("cucore_view_release", view)) return;
#endif
    release = view->private_.release;
    if (release && !CUCORE__LIKELY(!view->private_.until)) {
        cucore__view_release_late(view);
    } else {
        view->private_.release = NULL;
        if (release) release(view);
    }
    cucore__view_clear(view);
}

CUCORE_API cucore_status cucore_view_detach(cucore_view *view, cucore_owner *out)
{
    cucore__late_detached *held = NULL;
    cucore_status status;
    if (out) memset(out, 0, sizeof *out);
    if (!view || !out) return cucore__fail_null("cucore_view_detach", view ? "out" : "view");
    if (cucore__view_is_copy(view)) return cucore__fail_copy("cucore_view_detach", view);
#if defined(CUCORE_DEBUG)
    if (cucore__view_is_in_use("cucore_view_detach", view)) return CUCORE_INVALID_ARGUMENT;
#endif
    if (!view->private_.release) return CUCORE_OK;
    if (view->private_.until) {
        held = (cucore__late_detached *)malloc(sizeof *held);
        if (!held) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *held);
        held->number = view->private_.until;
        held->nbytes = cucore__view_kept_nbytes(view);
    }
    status = cucore__view_detach_owner(view, out);
    if (status || !held) {
        free(held);
        return status;
    }
    held->owner = *out;
    out->owner = held;
    out->release = cucore__late_free_detached;
    view->private_.until = 0;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_attach(cucore_view *view, cucore_owner *owner)
{
    if (!view || !owner) return cucore__fail_null("cucore_view_attach", view ? "owner" : "view");
    if (!view->dtype.lanes) return cucore__invalid("cucore_view_attach: the view holds no array");
    if (view->private_.release) return cucore__invalid("cucore_view_attach: the view owns memory already");
    if (owner->release) cucore__view_own_wrapped(view, owner->owner, owner->release);
    memset(owner, 0, sizeof *owner);
    return CUCORE_OK;
}

#if !defined(CUCORE_NO_BUFFERS)
CUCORE_API cucore_status cucore_view_allocate(const cucore_array_spec *spec, cucore_memory_resource *resource,
                                              CUstream stream, cucore_view *out)
{
    int64_t nbytes = 0;
    void *block;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_allocate", "out");
    cucore__view_clear(out);
    if (!spec) return cucore__fail_null("cucore_view_allocate", "spec");
    status = cucore__spec_apply(spec, out, &nbytes);
    if (!status && resource && cucore__spec_is_on_device(spec) && spec->device_id < 0 &&
        spec->device_id != CUCORE_DEVICE_CURRENT) {
        status = cucore__fail_device_id(spec->device_id);
    }
    if (!status && (uint64_t)nbytes > SIZE_MAX - CUCORE__HOST_ALIGNMENT) { /* unreachable: SIZE_MAX has 64 bits */
        status =
            cucore_fail(CUCORE_OVERFLOW, "an array of %lld bytes does not fit the address space", (long long)nbytes);
    }
    if (!status && (resource || spec->device_type != CUCORE_DEVICE_TYPE_CPU)) {
        status = cucore__view_allocate_by(resource, spec, (size_t)nbytes, stream, out);
    } else if (!status) {
        cucore__view_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
        block = cucore__host_block((size_t)nbytes, &out->ptr);
        if (block) {
            cucore__view_own_wrapped(out, block, free);
        } else {
            status = CUCORE_OUT_OF_MEMORY;
        }
    }
    if (status) cucore__view_clear(out);
    return status;
}
#endif

CUCORE_API cucore_status cucore_view_wrap(void *ptr, const cucore_array_spec *spec, void *owner,
                                          void (*release)(void *owner), cucore_view *out)
{
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_wrap", "out");
    cucore__view_clear(out);
    if (!spec) return cucore__fail_null("cucore_view_wrap", "spec");
    status = cucore__spec_apply(spec, out, NULL);
    if (!status && cucore__spec_is_on_device(spec) && spec->device_id < 0) status = cucore__fail_no_device(spec);
    if (!status) status = cucore__view_set_device(out, spec->device_type, spec->device_id, 0);
    if (!status && !ptr && !cucore__layout_is_empty(&out->layout))
        status = cucore__fail_null("cucore_view_wrap", "ptr");
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    out->ptr = ptr;
    if (release) cucore__view_own_wrapped(out, owner, release);
    return CUCORE_OK;
}

#if !defined(CUCORE_NO_LAYOUTS)
CUCORE_API cucore_status cucore_view_slice(const cucore_view *view, const cucore_slice *slices, size_t count,
                                           cucore_view *out)
{
    int64_t offset = 0, bytes = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_slice", "out");
    if (!view || view == out) return cucore__invalid("cucore_view_slice: view is %s", view ? "out itself" : "NULL");
    cucore__view_clear(out);
    status = cucore__view_check_sound("cucore_view_slice: view", view);
    if (!status) status = cucore_layout_slice(&view->layout, slices, count, &offset, &out->layout);
    if (!status) status = cucore_layout_offset_bytes(&view->layout, offset, &bytes);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    memcpy(out, view, offsetof(cucore_view, layout));
    return cucore__view_start_at("cucore_view_slice", view, bytes, out);
}
#endif

CUCORE_API int64_t cucore_view_size(const cucore_view *view)
{
    if (view) return cucore_layout_size(&view->layout);
    (void)cucore__fail_null("cucore_view_size", "view");
    return -1;
}

CUCORE_API int64_t cucore_view_nbytes(const cucore_view *view)
{
    if (view) return cucore_layout_nbytes(&view->layout);
    (void)cucore__fail_null("cucore_view_nbytes", "view");
    return -1;
}

CUCORE_API void cucore_views_release(cucore_view *views, size_t count)
{
    while (views && count > 0) cucore_view_release(&views[--count]);
}

CUCORE_API cucore_status cucore_trim(void)
{
    cucore_status status = CUCORE_OK;
    cucore__late_trim();
#if !defined(CUCORE_NO_BUFFERS)
    if (cucore__kept_is_any()) status = cucore__kept_free_some(SIZE_MAX, 1);
#endif
    cucore__event_pools_trim();
    return status;
}
