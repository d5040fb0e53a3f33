/* ------------------------------------------------------------------------------------------------- >>impl-view -- */
/* core/view.c: views: ordering before and after their use, text, alignment. */
/* Clears byte_swapped, converted, and the reserved bytes after them, in one store. */
CUCORE__PRIVATE inline void cucore__view_clear_reserved(cucore_view *view)
{
    memset((char *)view + offsetof(cucore_view, byte_swapped), 0,
           offsetof(cucore_view, producer_stream) - offsetof(cucore_view, byte_swapped));
}

/* Zeroes all that has a meaning: not shape and strides, since ndim becomes 0, nor private fields that only owners use.
 * Field by field, since compilers make vector stores of that, but a slow string instruction of memset. */
CUCORE__PRIVATE inline void cucore__view_clear(cucore_view *view)
{
    view->ptr = NULL;
    view->dtype = cucore_dtype_make(0, 0, 0);
    view->device_type = view->device_id = 0;
    view->host_accessible = view->device_accessible = view->readonly = view->copied = 0;
    view->padded = view->protocol = view->has_producer_stream = view->unproven = 0;
    cucore__view_clear_reserved(view);
    view->producer_stream = NULL;
    view->producer_context = NULL;
    view->pep3118_format = NULL;
    view->descr = NULL;
    view->layout.ndim = view->layout.reserved = 0;
    view->layout.itemsize = view->layout.itembits = 0;
    view->private_.self = NULL;
    view->private_.owner = NULL;
    view->private_.release = NULL;
    view->private_.until = 0;
#if defined(CUCORE_DEBUG)
    view->private_.access = NULL;
#endif
}

/* The view owns something from now on, at the address that it has. */
CUCORE__PRIVATE inline void cucore__view_own(cucore_view *view, void *owner, void (*release)(cucore_view *view))
{
    view->private_.self = view;
    view->private_.owner = owner;
    view->private_.release = release;
    view->private_.until = 0;
}

/* Returns 1 for a copy of a view that owns memory, which only the original gives back. */
CUCORE__PRIVATE inline int cucore__view_is_copy(const cucore_view *view)
{
    return view->private_.release && view->private_.self != view;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_copy(const char *function, const cucore_view *view)
{
    return cucore__invalid("%s: the cucore_view at %p is a copy of the one at %p, which owns the memory: views are "
                           "neither copied nor moved",
                           function, (const void *)view, (const void *)view->private_.self);
}

/* Moves what a view owns to another address, but not the storage, which only buffers use:
 * cucore__view_check_movable. */
CUCORE__PRIVATE void cucore__view_move(cucore_view *from, cucore_view *to)
{
    memcpy(to, from, offsetof(cucore_view, layout));
    cucore__layout_copy(&to->layout, &from->layout);
    cucore__view_own(to, from->private_.owner, from->private_.release);
    to->private_.until = from->private_.until;
    to->private_.free_owner = from->private_.free_owner;
    to->private_.access = NULL;
    cucore__view_clear(from);
}

#if defined(CUCORE_DEBUG)
/* private_.access is the view while an access on a stream has not ended; it is what the view owns while that is fresh
 * memory which is still to be copied back to the argument. */
CUCORE__PRIVATE inline int cucore__view_is_to_be_copied_back(const cucore_view *view)
{
    return view->private_.release && view->private_.access && view->private_.access == view->private_.owner;
}

/* Returns 1 with an error if the view must not be released. */
CUCORE__PRIVATE int cucore__view_is_in_use(const char *function, const cucore_view *view)
{
    if (view->private_.access == view) {
        (void)cucore__invalid("%s: an access to the view at %p was begun on a stream, but not ended: call "
                              "cucore_views_end_access or cucore_py_args_release",
                              function, (const void *)view);
    } else if (cucore__view_is_to_be_copied_back(view)) {
        (void)cucore__invalid(
            "%s: the view at %p is a copy of the argument (CUCORE_MAKE_..., CUCORE_CAST), and what was "
            "written to it would be lost: call cucore_py_args_release or cucore_py_return, which "
            "copy it back",
            function, (const void *)view);
    } else {
        return 0;
    }
    fprintf(stderr, "%s\n", cucore__error.message);
    return 1;
}
#endif

CUCORE__PRIVATE void cucore__wrapped_release(cucore_view *view)
{
    view->private_.free_owner(view->private_.owner);
}

/* The view owns memory that free_owner(owner) gives back. */
CUCORE__PRIVATE void cucore__view_own_wrapped(cucore_view *view, void *owner, void (*free_owner)(void *owner))
{
    cucore__view_own(view, owner, cucore__wrapped_release);
    view->private_.free_owner = free_owner;
}

/* Returns 1 if free_owner gives back what the view owns. */
CUCORE__PRIVATE int cucore__view_is_freed_by(const cucore_view *view, void (*free_owner)(void *owner))
{
    return view->private_.release == cucore__wrapped_release && view->private_.free_owner == free_owner;
}

CUCORE__PRIVATE void cucore__view_fill_device(cucore_view *view, int device_type, int device_id)
{
    view->device_type = device_type;
    view->device_id = device_id;
    view->host_accessible = device_type != CUCORE_DEVICE_TYPE_CUDA;
    view->device_accessible = device_type != CUCORE_DEVICE_TYPE_CPU && device_type != CUCORE_DEVICE_TYPE_ROCM_HOST;
}

static const char *const cucore__device_names[] = {
    NULL,   "cpu",       "cuda",   "pinned",  "opencl", NULL,     NULL,      "vulkan", "metal",   "vpi",
    "rocm", "rocm-host", "extdev", "managed", "oneapi", "webgpu", "hexagon", "maia",   "trainium"};

CUCORE__PRIVATE const char *cucore__device_name(int device_type)
{
    int count = (int)(sizeof cucore__device_names / sizeof cucore__device_names[0]);
    const char *name = device_type > 0 && device_type < count ? cucore__device_names[device_type] : NULL;
    return name ? name : "unknown";
}

/* Returns 1 for a device that neither the CPU nor CUDA can reach; 0 is no device. */
CUCORE__PRIVATE inline int cucore__device_is_other(int device_type)
{
    switch (device_type) {
    case 0:
    case CUCORE_DEVICE_TYPE_CPU:
    case CUCORE_DEVICE_TYPE_CUDA:
    case CUCORE_DEVICE_TYPE_CUDA_HOST:
    case CUCORE_DEVICE_TYPE_ROCM_HOST:
    case CUCORE_DEVICE_TYPE_CUDA_MANAGED: return 0;
    default: return 1;
    }
}

/* Returns 1 if the data pointer of DLPack is an address on devices of this type, so that an offset can be added to it.
 * On devices of other types, known or not, it may be a handle (cl_mem, VkBuffer, MTLBuffer; rules 1.6). */
CUCORE__PRIVATE int cucore__device_type_has_addresses(int device_type)
{
    enum { CUCORE__ONEAPI = 14 };
    return !cucore__device_is_other(device_type) || device_type == CUCORE_DEVICE_TYPE_ROCM ||
           device_type == CUCORE__ONEAPI;
}

/* "cpu", "cuda:0", "managed:1", "pinned", "rocm:0", "type 99:0" */
CUCORE__PRIVATE void cucore__text_add_device(cucore__text *text, int device_type, int device_id)
{
    const char *name = cucore__device_name(device_type);
    const int other = cucore__device_is_other(device_type);
    if (other && strcmp(name, "unknown") == 0) {
        cucore__text_add(text, "type %d", device_type);
    } else {
        cucore__text_add(text, "%s", name);
    }
    if (!other && device_type != CUCORE_DEVICE_TYPE_CUDA && device_type != CUCORE_DEVICE_TYPE_CUDA_MANAGED) return;
    cucore__text_add(text, device_id >= 0 ? ":%d" : ":?", device_id);
}

/* Sets a device that neither the CPU nor CUDA can reach, if the flags allow it. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__view_set_other_device(cucore_view *view, int device_type,
                                                                         int device_id, uint64_t flags)
{
    if (!(flags & CUCORE_ALLOW_OTHER_DEVICES) || device_type < 1) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is on a device of type %d (%s), which neither the CPU nor CUDA can reach",
                           device_type, cucore__device_name(device_type));
    }
    view->device_type = device_type;
    view->device_id = device_id;
    view->host_accessible = view->device_accessible = 0;
    return CUCORE_OK;
}

/* Sets type and number of the device that a producer names.  Devices that neither the CPU nor CUDA can reach are
 * refused, unless the flags of the argument allow them. */
CUCORE__PRIVATE cucore_status cucore__view_set_device(cucore_view *view, int device_type, int device_id, uint64_t flags)
{
    int host = device_type == CUCORE_DEVICE_TYPE_CPU || device_type == CUCORE_DEVICE_TYPE_ROCM_HOST ||
               device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
    if (!host && device_type != CUCORE_DEVICE_TYPE_CUDA && device_type != CUCORE_DEVICE_TYPE_CUDA_MANAGED)
        return cucore__view_set_other_device(view, device_type, device_id, flags);
    if (!host && device_id < 0)
        return cucore_fail(CUCORE_PROTOCOL, "device_id is %d; it must not be negative", device_id);
    cucore__view_fill_device(view, device_type, host ? CUCORE_DEVICE_NONE : device_id);
    return CUCORE_OK;
}

/* Returns 1 if all elements, of which there are some, are in the address space. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__view_has_addresses(const cucore_view *view, const cucore__survey *span)
{
    uint64_t base = (uint64_t)(uintptr_t)view->ptr, bits = (uint64_t)view->layout.itembits;
    uint64_t low = ((0 - (uint64_t)span->min) * bits + 7) / 8, high = ((uint64_t)span->max + 1) * bits / 8;
    return base != 0 && base >= low && high <= (uint64_t)UINTPTR_MAX - base;
}

/* Element offsets become addresses: none may leave the address space. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__view_check_address(const cucore_view *view,
                                                                        const cucore__survey *span)
{
    const uint64_t base = (uint64_t)(uintptr_t)view->ptr;
    if (cucore__view_has_addresses(view, span) || span->max < span->min) return CUCORE_OK;
    if (base == 0) {
        return cucore_fail(CUCORE_PROTOCOL, "the data pointer is NULL, but the array is not empty (it has %d axes)",
                           (int)view->layout.ndim);
    }
    return cucore_fail(CUCORE_PROTOCOL,
                       "the array at 0x%llx reaches from element %lld to %lld: that is outside the address space",
                       (unsigned long long)base, (long long)span->min, (long long)span->max);
}

/* Returns 1 if the dtype and the layout agree on the elements. */
CUCORE__PRIVATE inline int cucore__view_has_itemsize(const cucore_view *view)
{
    const uint32_t bits = (uint32_t)view->dtype.bits * view->dtype.lanes;
    const int64_t itemsize = view->layout.itemsize, itembits = view->layout.itembits;
    if (view->dtype.itemsize != itemsize) return 0;
    if (view->dtype.code >= CUCORE_CODE_OPAQUE) return itembits == 8 * itemsize && !view->padded;
    return (bits + 7) / 8 == itemsize && itembits == (view->padded ? 8 * itemsize : (int64_t)bits);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_itemsize(const cucore_view *view)
{
    char name[64];
    cucore_dtype_to_name(view->dtype, name, sizeof name);
    return cucore__invalid("dtype %s has %lu bytes, the layout has elements of %lld bytes and %lld bits%s", name,
                           (unsigned long)view->dtype.itemsize, (long long)view->layout.itemsize,
                           (long long)view->layout.itembits, view->padded ? ", padded" : "");
}

/* Finds what is wrong with a view that was made by hand.  An empty view is valid, and so is one whose ptr is a handle
 * of its device. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__view_explain(const char *subject, const cucore_view *view,
                                                                 cucore__survey *span)
{
    cucore_status status = CUCORE_OK;
    if (!view->dtype.lanes) {
        status = cucore__invalid("the view holds no data: it was released, or never filled");
    } else if (!cucore__layout_head_is_valid(&view->layout)) {
        status = cucore__fail_argument(&view->layout, view, "layout");
    } else if (!cucore__view_has_itemsize(view)) {
        status = cucore__fail_itemsize(view);
    } else {
        status = cucore__layout_check(&view->layout, span);
        if (!status && cucore__device_type_has_addresses(view->device_type))
            status = cucore__view_check_address(view, span);
    }
    if (status == CUCORE_PROTOCOL) status = CUCORE_INVALID_ARGUMENT; /* there is no producer */
    return status ? cucore_fail(status, "%s: %s", subject, cucore__error.message) : CUCORE_OK;
}

/* Checks ndim, itemsize, the reach of extents and strides, and the address.  Every function that looks at the elements
 * of a view calls it, since the view may have been made by hand.  `subject` begins the message.  span: the elements of
 * a sound view */
CUCORE__PRIVATE inline cucore_status cucore__view_survey(const char *subject, const cucore_view *view,
                                                         cucore__survey *span)
{
    if (cucore__layout_head_is_valid(&view->layout) && cucore__view_has_itemsize(view) &&
        cucore__layout_is_usual(&view->layout, span) && cucore__view_has_addresses(view, span)) {
        return CUCORE_OK;
    }
    return cucore__view_explain(subject, view, span);
}

CUCORE__PRIVATE inline cucore_status cucore__view_check_sound(const char *subject, const cucore_view *view)
{
    cucore__survey span;
    return cucore__view_survey(subject, view, &span);
}

/* Checks that no view is a copy, and that all are sound or zeroed. */
CUCORE__PRIVATE cucore_status cucore__views_check(const char *function, const cucore_view *views, size_t count)
{
    size_t i;
    cucore_status status;
    if (!views && count) return cucore__fail_null(function, "views");
    for (i = 0; i < count; i++) {
        if (cucore__view_is_copy(&views[i])) return cucore__fail_copy(function, &views[i]);
        if (!views[i].dtype.lanes && !views[i].layout.ndim) continue;
        status = cucore__view_check_sound("", &views[i]);
        if (status)
            return cucore_fail(status, "%s: views[%llu]%s", function, (unsigned long long)i, cucore__error.message);
    }
    return CUCORE_OK;
}

/* Leaves the memory of a capture, which the driver does not know, where its producer said that it is (rules B131); an
 * interface does not name the device, which is then the device of the stream.  Returns 0 if neither the stream of the
 * consumer nor that of the producer is captured. */
CUCORE__PRIVATE CUCORE__COLD int cucore__view_locate_in_capture(cucore_view *view, CUstream consumer)
{
    cucore__place place;
    int device = view->device_id;
    if (!cucore__stream_is_captured(consumer, device, &place) &&
        !(view->has_producer_stream && cucore__stream_is_captured(view->producer_stream, device, &place))) {
        return 0;
    }
    if (device < 0 && cucore__context_device(place.context, &device)) return 0;
    cucore__view_fill_device(view, view->device_type, device);
    return 1;
}

/* Asks the driver for the memory of ptr (rules D8, D9, D36, T11).  The array is not empty.  *known: 1 if the driver
 * knows the memory; 0: it is believed to be of a capture */
CUCORE__PRIVATE cucore_status cucore__view_locate(cucore_view *view, CUstream consumer, int *known)
{
    cucore_pointer_info info;
    cucore_status status = cucore_driver_load();
    if (!status) status = cucore__pointer_attributes(view->ptr, 3, &info);
    if (status) return status;
    *known = info.device_type != CUCORE_DEVICE_TYPE_CPU;
    if (!*known && cucore__view_locate_in_capture(view, consumer)) return CUCORE_OK;
    if (!*known) {
        return cucore_fail(CUCORE_PROTOCOL,
                           "the producer says that 0x%llx is CUDA memory, but to the driver it is ordinary host memory",
                           (unsigned long long)(uintptr_t)view->ptr);
    }
    cucore__view_fill_device(view, info.device_type,
                             info.device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ? CUCORE_DEVICE_NONE : info.device_id);
    return CUCORE_OK;
}

/* Memory that a producer calls pinned: the driver is asked if it is loaded, and not loaded for that (rules B113). */
CUCORE__PRIVATE cucore_status cucore__view_locate_pinned(cucore_view *view)
{
    cucore_pointer_info info;
    cucore_status status;
    if (cucore__driver_state.device_count < 1) return CUCORE_OK;
    status = cucore__pointer_attributes(view->ptr, 3, &info);
    if (status) return status;
    if (info.device_type != CUCORE_DEVICE_TYPE_CUDA_HOST)
        cucore__view_fill_device(view, info.device_type, info.device_id);
    return CUCORE_OK;
}

/* Returns 1 if the consumer has to wait for work of the producer. */
CUCORE__PRIVATE inline int cucore__view_is_pending(const cucore_view *view, CUstream consumer)
{
    if (!view->has_producer_stream || consumer == CUCORE_STREAM_NO_SYNC) return 0;
    return !cucore__layout_is_empty(&view->layout);
}

/* Returns 1 if the producer has to wait for work of the consumer on the device. */
CUCORE__PRIVATE int cucore__view_is_shared(const cucore_view *view, CUstream consumer)
{
    if (!view->device_accessible || consumer == CUCORE_STREAM_NO_SYNC || consumer == CUCORE_STREAM_HOST) return 0;
    return !cucore__layout_is_empty(&view->layout);
}

/* Returns 1 if only the CPU reads: then the data have to be complete, for any stream (rules D37). */
CUCORE__PRIVATE inline int cucore__is_read_on_host(uint64_t flags, CUstream stream)
{
    return (flags & (CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE)) == CUCORE_HOST_ACCESSIBLE &&
           stream != CUCORE_STREAM_NO_SYNC;
}

/* In debug builds: an access on a stream has begun, and is to be ended before the views are released.  None: NO_SYNC.
 * What is to be copied back remains so. */
CUCORE__PRIVATE inline void cucore__views_mark(cucore_view *views, size_t count, CUstream consumer)
{
#if defined(CUCORE_DEBUG)
    size_t i;
    for (i = 0; i < count; i++) {
        if (cucore__view_is_to_be_copied_back(&views[i])) continue;
        if (!views[i].private_.release) views[i].private_.self = &views[i];
        views[i].private_.access = cucore__view_is_shared(&views[i], consumer) ? &views[i] : NULL;
    }
#else
    (void)views, (void)count, (void)consumer;
#endif
}

/* In debug builds: the caller ends the access, and copies back what is to be copied back. */
CUCORE__PRIVATE inline void cucore__view_unmark(cucore_view *view)
{
#if defined(CUCORE_DEBUG)
    view->private_.access = NULL;
#else
    (void)view;
#endif
}

/* The begin or the end of an access to several views. */
typedef struct cucore__access {
    const cucore_view *views;
    size_t count;
    const cucore_arg *args; /* that the views were taken for, or NULL: what only the CPU reads is complete already */
    CUstream consumer;
    int ends; /* 0: the consumer waits for the producers, up to the first failure; 1: the other way, for all views */
    size_t failed; /* out: the view of the first failure */
} cucore__access;

/* The devices whose default streams are meant by the consumer's default stream; none if it is another stream. */
typedef struct cucore__access_devices {
    int low, high; /* numbers; CUCORE_DEVICE_NONE: no view has a device */
    int has_loose; /* 1: views without a device take part, in the current context */
    int loose;     /* the device that these count as */
} cucore__access_devices;

/* One stream that waits for another; the host waits if waiting.stream is NULL. */
typedef struct cucore__wait {
    cucore__place waiting, awaited;
} cucore__wait;

/* The stream of the producer; a default one is of the context that is known, else as any (rules B118). */
CUCORE__PRIVATE cucore_status cucore__view_producer_place(const cucore_view *view, cucore__place *out)
{
    if (!view->producer_context || !cucore__stream_is_default(view->producer_stream))
        return cucore__place_make(view->producer_stream, view->device_id, out);
    cucore__place_put(view->producer_stream, view->producer_context, out);
    return cucore__driver_need();
}

/* Pinned memory belongs to no device, but its producer's default stream is often that of the device whose context made
 * the memory: of this one also, if the context is not known (rules B118).  `out->stream` is NULL if there is none. */
CUCORE__PRIVATE cucore_status cucore__view_pinned_place(const cucore_view *view, cucore__place *out)
{
    cucore_pointer_info info;
    cucore_status status;
    if (!view->has_producer_stream || view->producer_context || !cucore__stream_is_default(view->producer_stream))
        return CUCORE_OK;
    status = cucore__driver_need();
    if (status || cucore__driver_state.device_count < 2) return status;
    status = cucore__pointer_attributes(view->ptr, 3, &info);
    return status || info.device_id < 0 ? status : cucore__place_make(view->producer_stream, info.device_id, out);
}

CUCORE__PRIVATE int cucore__access_skips(const cucore__access *access, size_t i)
{
    return access->args && cucore__is_read_on_host(access->args[i].flags, access->consumer);
}

/* Returns 1 if the consumer works on this view, and the view is on that device; CUCORE_DEVICE_NONE: an unknown one. */
CUCORE__PRIVATE int cucore__access_is_on(const cucore__access *access, size_t i, int device_id)
{
    const cucore_view *view = &access->views[i];
    if ((view->device_id < 0 ? CUCORE_DEVICE_NONE : view->device_id) != device_id) return 0;
    return cucore__view_is_shared(view, access->consumer) && !cucore__access_skips(access, i);
}

CUCORE__PRIVATE cucore_status cucore__access_find_devices(const cucore__access *access, cucore__access_devices *out)
{
    CUcontext current = NULL;
    size_t i;
    cucore_status status = CUCORE_OK;
    out->low = out->high = out->loose = CUCORE_DEVICE_NONE;
    out->has_loose = 0;
    if (!cucore__stream_is_default(access->consumer)) return CUCORE_OK;
    for (i = 0; i < access->count; i++) {
        const int device = access->views[i].device_id;
        if (device < 0) {
            out->has_loose |= cucore__access_is_on(access, i, CUCORE_DEVICE_NONE);
        } else if ((device < out->low || device > out->high || out->low < 0) &&
                   cucore__access_is_on(access, i, device)) {
            if (out->low < 0 || device < out->low) out->low = device;
            if (device > out->high) out->high = device;
        }
    }
    if (!out->has_loose || out->low < 0) return CUCORE_OK;
    status = cucore__driver_need();
    if (!status) status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (current) return status;
    out->has_loose = 0; /* no context is created only for them */
    out->loose = out->low;
    return status;
}

CUCORE__PRIVATE int cucore__access_are_several(const cucore__access_devices *devices)
{
    return devices->low != devices->high || (devices->has_loose && devices->low >= 0);
}

/* The default streams of all devices that take part wait for each other: by the first of them. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__access_join(const cucore__access *access,
                                                               const cucore__access_devices *devices)
{
    cucore__place first, place;
    int turn, device, is_first;
    size_t i;
    cucore_status status = cucore__driver_need();
    memset(&first, 0, sizeof first);
    for (turn = 0; turn < 2; turn++) {
        for (device = CUCORE_DEVICE_NONE, is_first = 1; device <= devices->high && !status; device++) {
            for (i = 0; i < access->count && !cucore__access_is_on(access, i, device); i++) {
            }
            if (i == access->count || (device < 0 && !devices->has_loose)) continue;
            status = cucore__place_make(access->consumer, device, is_first ? &first : &place);
            if (!status && !is_first)
                status = turn ? cucore__place_wait(&place, &first) : cucore__place_wait(&first, &place);
            is_first = 0;
        }
    }
    return status;
}

/* Finds what is ordered for one view; nothing if waiting.stream and awaited.stream are both NULL.  pinned: 1 for the
 * second stream of a producer, of cucore__view_pinned_place */
CUCORE__PRIVATE cucore_status cucore__access_plan(const cucore__access *access, size_t i, int pinned,
                                                  const cucore__access_devices *devices, cucore__wait *out)
{
    const cucore_view *view = &access->views[i];
    cucore__place *mine = access->ends ? &out->awaited : &out->waiting;
    cucore__place *other = access->ends ? &out->waiting : &out->awaited;
    cucore_status status = CUCORE_OK;
    memset(out, 0, sizeof *out);
    if (!(access->ends ? cucore__view_is_shared(view, access->consumer)
                       : cucore__view_is_pending(view, access->consumer)) ||
        cucore__access_skips(access, i)) {
        return CUCORE_OK;
    }
    if (pinned) {
        status = cucore__view_pinned_place(view, other);
        if (status || !other->stream) return status;
    } else if (view->has_producer_stream) {
        status = cucore__view_producer_place(view, other);
    }
    if (!status && access->consumer != CUCORE_STREAM_HOST) {
        status = cucore__place_make(access->consumer, view->device_id < 0 ? devices->loose : view->device_id, mine);
    }
    return status;
}

/* The last point that an end of access has put on a stream, for the other views of the call. */
typedef struct cucore__end {
    cucore__place place, followed; /* followed.stream is NULL: no stream waits for the point */
    uint64_t number;               /* 0: there is none */
    cucore__place idle;            /* that the host has waited for; idle.stream is NULL: none */
} cucore__end;

/* Lets the host wait for the context of a stream after a failure, which breaks no capture.  Returns `failed`. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__end_in_context(const cucore__place *mine, cucore_status failed)
{
    const cucore_error error = cucore__error;
    cucore__place whole;
    cucore_status status = cucore__place_complete(mine, &whole);
    if (!status) (void)cucore__context_synchronize(whole.context); /* the first failure is the one to report */
    cucore__error = error;
    return failed;
}

CUCORE__PRIVATE cucore_status cucore__end_on_host(cucore__end *end, const cucore__place *mine,
                                                  const cucore__capture *capture)
{
    const cucore_status status = cucore__place_wait_on_host(mine, capture);
    if (status) return cucore__end_in_context(mine, status);
    end->idle = *mine;
    return CUCORE_OK;
}

/* Returns 1 if the memory has an owner that can be kept, and no CPU and no copy depends on the end of the work.  Memory
 * of the caller is given back when the caller expects it. */
CUCORE__PRIVATE int cucore__view_can_be_kept(const cucore_view *view)
{
    return CUCORE_KEPT_MAX > 0 && view->private_.release && !view->host_accessible && !view->converted &&
           view->protocol != CUCORE_PROTOCOL_MEMORY && !(view->private_.until & CUCORE__LATE_GRAPH);
}

/* Finds the stream that has to wait for work on a view whose producer does not name one: the legacy default stream,
 * which all blocking streams of the producer wait for.  `out->stream` is NULL if there is nothing to order, since the
 * array is immutable, or the work is on that stream itself. */
CUCORE__PRIVATE cucore_status cucore__view_assume_producer(const cucore_view *view, const cucore__place *mine,
                                                           cucore__place *out)
{
    cucore_status status;
    memset(out, 0, sizeof *out);
    if ((view->readonly && !view->unproven) || view->producer_stream == CUCORE_STREAM_NO_SYNC) return CUCORE_OK;
    status = cucore__place_make(CUCORE_STREAM_LEGACY, view->device_id, out);
    if (status || cucore__place_equal(out, mine)) out->stream = NULL;
    return status;
}

/* Ends the access to a view whose producer's stream is not known, after work on `mine`: the owner is kept until that
 * is done, or as long as the graph.  The host waits if that cannot be. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__view_end_late(cucore_view *view, const cucore__place *mine,
                                                                  cucore__end *end)
{
    cucore__capture capture, other;
    cucore__place follower;
    cucore_status status;
    if (end->idle.stream && cucore__place_equal(&end->idle, mine)) return CUCORE_OK;
    status = cucore__place_capture(mine, &capture);
    if (status) return cucore__end_in_context(mine, status);
    if (capture.is_active && !capture.is_beside) {
        if (!view->private_.release || view->protocol == CUCORE_PROTOCOL_MEMORY) return CUCORE_OK;
        if (view->private_.until && !(view->private_.until & CUCORE__LATE_GRAPH))
            cucore__late_wait(view->private_.until);
        return cucore__late_graph(mine, capture.id, &view->private_.until);
    }
    if (!cucore__view_can_be_kept(view) || capture.is_beside) return cucore__end_on_host(end, mine, &capture);
    status = cucore__view_assume_producer(view, mine, &follower);
    if (!status && end->number && cucore__place_equal(&end->place, mine) &&
        (!follower.stream || cucore__place_equal(&end->followed, &follower))) {
        view->private_.until = end->number;
        return CUCORE_OK;
    }
    memset(&other, 0, sizeof other);
    if (!status && follower.stream) status = cucore__place_capture(&follower, &other);
    if (!status && !other.is_active)
        status = cucore__late_mark(mine, follower.stream ? &follower : NULL, &view->private_.until);
    if (status || other.is_active) return cucore__end_on_host(end, mine, &capture);
    end->place = *mine;
    end->followed = follower;
    end->number = view->private_.until;
    return CUCORE_OK;
}

/* Orders several views.  Before their use the consumer waits for the producer, afterwards the producer for the
 * consumer, or the owner is kept if the producer's stream is not known.  Streams that wait for each other already do
 * not do so again, as far as there is room to note them. */
CUCORE__PRIVATE cucore_status cucore__access_order(cucore__access *access)
{
    cucore__access_devices devices;
    cucore__wait done[8], wait;
    cucore__end end;
    int j, noted = 0, several, pinned = 0;
    size_t i;
    cucore_error error;
    cucore_status first = cucore__access_find_devices(access, &devices), status;
    several = cucore__access_are_several(&devices);
    access->failed = 0;
    end.number = 0;
    end.idle.stream = NULL;
    if (!first && several && access->ends) first = cucore__access_join(access, &devices);
    if (first) error = cucore__error;
    for (i = 0; i < access->count && (access->ends || !first); i += !pinned) {
        status = cucore__access_plan(access, i, pinned, &devices, &wait);
        pinned = !pinned && access->views[i].device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
        if (!status && !wait.waiting.stream && !wait.awaited.stream) continue;
        if (!status && access->ends && !wait.waiting.stream) {
            status = cucore__view_end_late((cucore_view *)(uintptr_t)&access->views[i], &wait.awaited, &end);
            if (!status) continue;
        }
        for (j = 0; !status && j < noted; j++) {
            if (cucore__place_equal(&done[j].waiting, &wait.waiting) &&
                cucore__place_equal(&done[j].awaited, &wait.awaited)) {
                break;
            }
        }
        if (!status && j < noted) continue;
        if (!status) {
            status = wait.waiting.stream ? cucore__place_wait(&wait.waiting, &wait.awaited)
                                         : cucore__place_synchronize(&wait.awaited);
        }
        if (!status && noted < (int)(sizeof done / sizeof done[0])) done[noted++] = wait;
        if (!status || first) continue;
        first = status;
        memcpy(&error, &cucore__error, sizeof error);
        access->failed = i;
    }
    if (!first && several && !access->ends) return cucore__access_join(access, &devices);
    if (first) memcpy(&cucore__error, &error, sizeof error);
    return first;
}

CUCORE__PRIVATE cucore__access cucore__access_of(const cucore_view *views, size_t count, CUstream consumer, int ends)
{
    cucore__access access;
    access.views = views;
    access.count = count;
    access.args = NULL;
    access.consumer = consumer;
    access.ends = ends;
    access.failed = 0;
    return access;
}

/* Lets the default streams of the devices of several views wait for each other; does nothing for another stream, or for
 * one device. */
CUCORE__PRIVATE cucore_status cucore__views_join(const cucore_view *views, size_t count, CUstream consumer)
{
    const cucore__access access = cucore__access_of(views, count, consumer, 0);
    cucore__access_devices devices;
    cucore_status status = cucore__access_find_devices(&access, &devices);
    return status || !cucore__access_are_several(&devices) ? status : cucore__access_join(&access, &devices);
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__view_order_any(const cucore_view *view, CUstream consumer)
{
    cucore__access access = cucore__access_of(view, 1, consumer, 0);
    return cucore__access_order(&access);
}

/* The same as cucore__view_order, if there is work to order. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__view_order_pending(const cucore_view *view, CUstream consumer)
{
    cucore_status status;
    if (cucore__handles_wait(consumer, view->producer_stream, &status)) return status;
    return cucore__view_order_any(view, consumer);
}

CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__view_order(const cucore_view *view, CUstream consumer)
{
    return cucore__view_is_pending(view, consumer) ? cucore__view_order_pending(view, consumer) : CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__view_finish(const cucore_view *view, CUstream consumer)
{
    cucore__access access = cucore__access_of(view, 1, consumer, 1);
    return cucore__access_order(&access);
}

CUCORE_API cucore_status cucore_views_begin_access(cucore_view *views, size_t count, CUstream consumer)
{
    cucore__access access = cucore__access_of(views, count, consumer, 0);
    cucore_status status = cucore__views_check("cucore_views_begin_access", views, count);
    if (!status) status = cucore__access_order(&access);
    if (!status) cucore__views_mark(views, count, consumer);
    return status;
}

CUCORE_API cucore_status cucore_views_end_access(cucore_view *views, size_t count, CUstream consumer)
{
    cucore__access access = cucore__access_of(views, count, consumer, 1);
    cucore_status status = cucore__views_check("cucore_views_end_access", views, count);
    if (status) return status;
    cucore__views_mark(views, count, CUCORE_STREAM_NO_SYNC);
    cucore__late_look();
    return cucore__access_order(&access);
}

CUCORE_API cucore_status cucore_view_set_producer_stream(cucore_view *view, CUstream stream)
{
    cucore__place place;
    cucore_status status = CUCORE_OK;
    if (!view) return cucore__fail_null("cucore_view_set_producer_stream", "view");
    memset(&place, 0, sizeof place);
    if (view->device_accessible && stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC) {
        place.stream = cucore__stream_normalize(stream);
        if (cucore__stream_is_default(stream)) status = cucore__place_make(stream, view->device_id, &place);
    }
    if (status) return status;
    view->has_producer_stream = place.stream != NULL;
    view->producer_stream = place.stream;
    view->producer_context = place.context;
    return CUCORE_OK;
}
