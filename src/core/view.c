/* ------------------------------------------------------------------------------------------------- >>impl-view -- */
/* core/view.c: views: release, both halves of ordering, text, alignment. */
/* Zero everything but shape and strides, which mean nothing at ndim 0.  Field by field: compilers make vector stores of
 * that, but a slow string instruction of memset. */
CUCORE__PRIVATE inline void cucore__view_clear(cucore_view *view)
{
    view->ptr = NULL;
    view->dtype = cucore_dtype_make(0, 0, 0);
    view->device_type = view->device_id = 0;
    view->host_accessible = view->device_accessible = view->readonly = view->copied = 0;
    view->padded = view->protocol = view->producer_known = view->unproven = 0;
    view->producer_stream = NULL;
    view->format = NULL;
    view->descr = view->owner = NULL;
    view->release = NULL;
    view->layout.ndim = view->layout.reserved = 0;
    view->layout.itemsize = view->layout.itembits = 0;
}

CUCORE_API CUCORE__HOT void cucore_view_release(cucore_view *view)
{
    void (*release)(cucore_view *);
    if (!view) return;
    release = view->release;
    view->release = NULL;
    if (release) release(view);
    cucore__view_clear(view);
}

CUCORE__PRIVATE void cucore__view_fill_device(cucore_view *view, int device_type, int device_id)
{
    view->device_type = device_type;
    view->device_id = device_id;
    view->host_accessible = device_type != CUCORE_DEVICE_CUDA;
    view->device_accessible = device_type != CUCORE_DEVICE_CPU && device_type != CUCORE_DEVICE_ROCM_HOST;
}

static const char *const cucore__device_names[] = {
    "?",    "cpu",       "cuda",   "pinned",  "opencl", "?",      "?",       "vulkan", "metal",   "vpi",
    "rocm", "rocm-host", "extdev", "managed", "oneapi", "webgpu", "hexagon", "maia",   "trainium"};

CUCORE__PRIVATE const char *cucore__device_name(int device_type)
{
    int count = (int)(sizeof cucore__device_names / sizeof cucore__device_names[0]);
    return device_type > 0 && device_type < count ? cucore__device_names[device_type] : "?";
}

/* "cpu", "cuda:0", "managed:1", "pinned" */
CUCORE__PRIVATE void cucore__text_add_device(cucore__text *text, int device_type, int device_id)
{
    cucore__text_add(text, "%s", cucore__device_name(device_type));
    if (device_type != CUCORE_DEVICE_CUDA && device_type != CUCORE_DEVICE_CUDA_MANAGED) return;
    cucore__text_add(text, device_id >= 0 ? ":%d" : ":?", device_id);
}

/* Sets type and ordinal from what a producer says: refuses what neither the CPU nor CUDA can reach. */
CUCORE__PRIVATE cucore_status cucore__view_set_device(cucore_view *view, int device_type, int device_id)
{
    switch (device_type) {
    case CUCORE_DEVICE_CPU:
    case CUCORE_DEVICE_ROCM_HOST:
    case CUCORE_DEVICE_CUDA_HOST: cucore__view_fill_device(view, device_type, -1); return CUCORE_OK;
    case CUCORE_DEVICE_CUDA:
    case CUCORE_DEVICE_CUDA_MANAGED: cucore__view_fill_device(view, device_type, device_id); return CUCORE_OK;
    default:
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is on a device of type %d (%s), which neither the CPU nor CUDA can reach",
                           device_type, cucore__device_name(device_type));
    }
}

CUCORE__PRIVATE cucore_status cucore__fail_address(const cucore_view *view, const cucore__survey *span)
{
    if (!view->ptr) {
        return cucore_fail(CUCORE_PROTOCOL, "the data pointer is NULL, but the array is not empty (it has %d axes)",
                           (int)view->layout.ndim);
    }
    return cucore_fail(CUCORE_PROTOCOL,
                       "the array at 0x%llx reaches from element %lld to %lld: that is outside the address space",
                       (unsigned long long)(uintptr_t)view->ptr, (long long)span->min, (long long)span->max);
}

/* Element offsets become addresses: none may leave the address space. */
CUCORE__PRIVATE inline cucore_status cucore__view_check_address(const cucore_view *view, const cucore__survey *span)
{
    uint64_t base = (uint64_t)(uintptr_t)view->ptr, bits = (uint64_t)view->layout.itembits;
    uint64_t low = ((0 - (uint64_t)span->min) * bits + 7) / 8, high = ((uint64_t)span->max + 1) * bits / 8;
    if (base != 0 && base >= low && high <= (uint64_t)UINTPTR_MAX - base) return CUCORE_OK;
    return span->max < span->min ? CUCORE_OK : cucore__fail_address(view, span);
}

/* Asks the driver where ptr really is (protocols D8, D9, D36, T11).  Not for empty arrays. */
CUCORE__PRIVATE cucore_status cucore__view_locate(cucore_view *view)
{
    cucore_pointer_info info;
    cucore_status status = cucore_driver_load();
    if (!status) status = cucore__pointer_attributes(view->ptr, 3, &info);
    if (status) return status;
    if (info.device_type == CUCORE_DEVICE_CPU) {
        return cucore_fail(CUCORE_PROTOCOL,
                           "the producer says that 0x%llx is CUDA memory, but to the driver it is ordinary host memory",
                           (unsigned long long)(uintptr_t)view->ptr);
    }
    cucore__view_fill_device(view, info.device_type, info.device_type == CUCORE_DEVICE_CUDA_HOST ? -1 : info.device_id);
    return CUCORE_OK;
}

/* Where a default stream of the producer lives: the context of the data. */
CUCORE__PRIVATE cucore_status cucore__view_producer(const cucore_view *view, cucore__place *out)
{
    CUcontext context = NULL;
    cucore_status status = cucore__driver_need();
    if (status) return status;
    if (cucore__stream_is_default(view->producer_stream)) status = cucore__pointer_context(view->ptr, &context);
    if (!status) cucore__place_put(view->producer_stream, context, out);
    return status;
}

/* A stream as the consumer of a view means it. */
CUCORE__PRIVATE cucore_status cucore__view_consumer(const cucore_view *view, CUstream consumer, cucore__place *out)
{
    return cucore__place_name(consumer, view->device_id >= 0 ? view->device_id : 0, out);
}

/* The host as a place: no stream that means anything is NULL. */
static const cucore__place cucore__place_host = {NULL, NULL};

CUCORE__PRIVATE cucore_status cucore__place_follow(const cucore__place *consumer, const cucore__place *producer)
{
    return consumer->stream ? cucore__place_wait(consumer, producer) : cucore__place_synchronize(producer);
}

/* Who has to wait for whom before the consumer may use the view. */
CUCORE__PRIVATE cucore_status cucore__view_first_half(const cucore_view *view, CUstream consumer,
                                                      cucore__place *waiting, cucore__place *awaited)
{
    cucore_status status = cucore__view_producer(view, awaited);
    *waiting = cucore__place_host;
    if (status || consumer == CUCORE_STREAM_HOST) return status;
    return cucore__view_consumer(view, consumer, waiting);
}

/* And after it did.  The host waits where nobody knows the stream of the producer. */
CUCORE__PRIVATE cucore_status cucore__view_second_half(const cucore_view *view, CUstream consumer,
                                                       cucore__place *waiting, cucore__place *awaited)
{
    cucore_status status = cucore__view_consumer(view, consumer, awaited);
    *waiting = cucore__place_host;
    if (status || !view->producer_known) return status;
    return cucore__view_producer(view, waiting);
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__view_order_any(const cucore_view *view, CUstream consumer)
{
    cucore__place to, from;
    cucore_status status = cucore__view_first_half(view, consumer, &to, &from);
    return status ? status : cucore__place_follow(&to, &from);
}

/* cucore_view_order where there is something to order. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__view_order_pending(const cucore_view *view, CUstream consumer)
{
    cucore_status status;
    if (cucore__handles_wait(consumer, view->producer_stream, &status)) return status;
    return cucore__view_order_any(view, consumer);
}

CUCORE__PRIVATE inline int cucore__view_is_pending(const cucore_view *view, CUstream consumer)
{
    if (!view->producer_known || consumer == CUCORE_STREAM_NO_SYNC) return 0;
    return !cucore__layout_is_empty(&view->layout);
}

CUCORE_API CUCORE__HOT cucore_status cucore_view_order(const cucore_view *view, CUstream consumer)
{
    if (!view) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_order: view is NULL");
    return cucore__view_is_pending(view, consumer) ? cucore__view_order_pending(view, consumer) : CUCORE_OK;
}

/* Can work of the consumer on the data be of anybody's concern? */
CUCORE__PRIVATE int cucore__view_is_shared(const cucore_view *view, CUstream consumer)
{
    if (!view->device_accessible || consumer == CUCORE_STREAM_NO_SYNC || consumer == CUCORE_STREAM_HOST) return 0;
    return !cucore__layout_is_empty(&view->layout);
}

CUCORE_API cucore_status cucore_view_finish(const cucore_view *view, CUstream consumer)
{
    cucore__place to, from;
    cucore_status status;
    if (!view) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_finish: view is NULL");
    if (!cucore__view_is_shared(view, consumer)) return CUCORE_OK;
    status = cucore__view_second_half(view, consumer, &to, &from);
    return status ? status : cucore__place_follow(&to, &from);
}

/* What waited for what already; what there is no room for is done again. */
typedef struct cucore__waits {
    struct {
        cucore__place waiting, awaited;
    } done[8];
    int count;
} cucore__waits;

CUCORE__PRIVATE cucore_status cucore__waits_add(cucore__waits *waits, const cucore__place *waiting,
                                                const cucore__place *awaited)
{
    int i;
    cucore_status status;
    for (i = 0; i < waits->count; i++) {
        if (cucore__place_equal(&waits->done[i].waiting, waiting) &&
            cucore__place_equal(&waits->done[i].awaited, awaited)) {
            return CUCORE_OK;
        }
    }
    status = cucore__place_follow(waiting, awaited);
    if (status || i == (int)(sizeof waits->done / sizeof waits->done[0])) return status;
    waits->done[i].waiting = *waiting;
    waits->done[i].awaited = *awaited;
    waits->count++;
    return CUCORE_OK;
}

/* failed: which view, on error */
/* Only the CPU is going to read: the data have to be complete, whatever stream is given (protocols D37). */
CUCORE__PRIVATE inline int cucore__is_read_on_host(unsigned flags, CUstream stream)
{
    return (flags & (CUCORE_ON_HOST | CUCORE_ON_DEVICE)) == CUCORE_ON_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

/* args: what the views were taken for, NULL: not known; those that only the CPU reads are complete already. */
CUCORE__PRIVATE cucore_status cucore__views_order(const cucore_view *views, size_t count, const cucore_arg *args,
                                                  CUstream consumer, size_t *failed)
{
    cucore__waits waits;
    cucore__place to, from;
    cucore_status status = CUCORE_OK;
    size_t i;
    waits.count = 0;
    for (i = 0; i < count && !status; i++) {
        if (!cucore__view_is_pending(&views[i], consumer)) continue;
        if (args && cucore__is_read_on_host(args[i].flags, consumer)) continue;
        *failed = i;
        status = cucore__view_first_half(&views[i], consumer, &to, &from);
        if (!status) status = cucore__waits_add(&waits, &to, &from);
    }
    return status;
}

CUCORE_API cucore_status cucore_views_order(const cucore_view *views, size_t count, CUstream consumer)
{
    size_t failed;
    if (!views && count) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_views_order: views is NULL");
    return cucore__views_order(views, count, NULL, consumer, &failed);
}

CUCORE_API cucore_status cucore_views_finish(const cucore_view *views, size_t count, CUstream consumer)
{
    cucore__waits waits;
    cucore__place to, from;
    cucore_status first = CUCORE_OK, status;
    cucore_error error;
    size_t i;
    if (!views && count) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_views_finish: views is NULL");
    waits.count = 0;
    for (i = 0; i < count; i++) {
        if (!cucore__view_is_shared(&views[i], consumer)) continue;
        status = cucore__view_second_half(&views[i], consumer, &to, &from);
        if (!status) status = cucore__waits_add(&waits, &to, &from);
        if (!status || first) continue;
        first = status;
        error = cucore__error;
    }
    if (first) cucore__error = error;
    return first;
}

CUCORE_API cucore_status cucore_view_overlap(const cucore_view *a, const cucore_view *b, cucore_overlap *out)
{
    if (!a || !b) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_overlap: a view is NULL");
    return cucore_layout_overlap(&a->layout, a->ptr, &b->layout, b->ptr, out);
}

typedef struct cucore__aligned {
    char before;
    int64_t value;
} cucore__aligned;

/* Of the C type of one component: what the ABI gives 8 bytes is the most. */
CUCORE__PRIVATE size_t cucore__dtype_alignment(cucore_dtype dtype)
{
    const size_t most = offsetof(cucore__aligned, value);
    size_t bits = dtype.code == CUCORE_CODE_COMPLEX ? dtype.bits / 2u : dtype.bits, bytes = bits / 8;
    if (!bits || bits % 8 || (bytes & (bytes - 1))) return 1;
    return bytes < most ? bytes : most;
}

CUCORE_API int cucore_view_is_aligned(const cucore_view *view)
{
    if (!view) return 0;
    return (uintptr_t)view->ptr % cucore__dtype_alignment(view->dtype) == 0 || cucore__layout_is_empty(&view->layout);
}

CUCORE_API const char *cucore_protocol_name(int protocol)
{
    static const char *const names[] = {"none",     "buffer", "dlpack",          "dlpack-versioned",
                                        "dltensor", "cai",    "array-interface", "memory"};
    return protocol >= 0 && protocol < (int)(sizeof names / sizeof names[0]) ? names[protocol] : "?";
}

CUCORE_API size_t cucore_view_format(const cucore_view *view, char *buffer, size_t size)
{
    cucore__text text = cucore__text_start(buffer, size);
    if (!view || view->protocol == CUCORE_FROM_NOTHING) {
        cucore__text_add(&text, "no view");
        return text.length;
    }
    cucore__text_add_dtype(&text, view->dtype);
    cucore__text_add(&text, " ");
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    cucore__text_add(&text, " strides ");
    cucore__text_add_tuple(&text, view->layout.strides, view->layout.ndim);
    cucore__text_add(&text, " on ");
    cucore__text_add_device(&text, view->device_type, view->device_id);
    cucore__text_add(&text, ", %s%s%s, %s, 0x%llx", view->readonly ? "read-only" : "writable",
                     view->copied ? ", copied" : "", view->padded ? ", padded" : "",
                     cucore_protocol_name(view->protocol), (unsigned long long)(uintptr_t)view->ptr);
    return text.length;
}
