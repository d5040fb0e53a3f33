/* ---------------------------------------------------------------------------------------------- >>impl-copy-staging -- */
/* copy/staging.c: plain memory through pinned pieces, and the threads that pack them.  For copy/run.c. */
/* Pinned memory through which plain memory goes.  Whoever sets `busy` has the slot for itself. */
#define CUCORE__STAGE_SLOTS 16
#define CUCORE__STAGE_DEPTH 2 /* slots of one worker: one is packed while the other is on its way */
typedef struct cucore__stage_slot {
    void *memory; /* NULL: not allocated yet */
    CUcontext context;
    CUCORE__ATOMIC(int) busy;
} cucore__stage_slot;
static cucore__stage_slot cucore__stage_slots[CUCORE__STAGE_SLOTS];

/* One piece on its way. */
typedef struct cucore__stage_lane {
    cucore__stage_slot *slot;
    cucore__stage_slot own; /* when all slots are busy */
    cucore__event_slot *event;
    cucore__event_slot own_event;
    int64_t piece; /* -1: none */
} cucore__stage_lane;

/* One thread, and what it came to. */
typedef struct cucore__stage_worker {
    struct cucore__stage *stage;
    int number;
    cucore_status status;
    cucore_error error;
    cucore__stage_lane lanes[CUCORE__STAGE_DEPTH];
} cucore__stage_worker;

/* -- what a plan would write, for the check of >>impl-copy-verify: then the functions that copy only note where ------- */
#if CUCORE_COPY_VERIFY
typedef struct cucore__ledger cucore__ledger;
CUCORE__PRIVATE cucore_status cucore__ledger_note(cucore__ledger *ledger, const void *ptr, int ndim, int64_t itemsize,
                                                  const int64_t *shape, const int64_t *strides);
#define CUCORE__COPY_NOTE(ledger, ptr, ndim, itemsize, shape, strides)                                                 \
    do {                                                                                                               \
        if (ledger) return cucore__ledger_note((ledger), (ptr), (ndim), (itemsize), (shape), (strides));               \
    } while (0)
#else
#define CUCORE__COPY_NOTE(ledger, ptr, ndim, itemsize, shape, strides) ((void)0)
#endif

/* Host memory <-> dense device memory.  Zeroed at first. */
typedef struct cucore__stage {
#if CUCORE_COPY_VERIFY
    cucore__ledger *ledger; /* NULL: copy */
#endif
    int to_host;
    int workers; /* threads, the caller's among them */
    char *host;
    char *device;
    cucore__place place;
    cucore__event_pool *events;
    cucore__copy_axes axes;
    cucore__copy_cut cut;
    cucore__stage_worker worker[CUCORE_COPY_WORKERS];
} cucore__stage;

CUCORE__PRIVATE cucore_status cucore__stage_slot_allocate(cucore__stage_slot *slot, CUcontext context)
{
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter(context, &guard);
    if (status) return status;
    CUCORE__CALL_RELAXED(status, MemHostAlloc,
                         (&slot->memory, (size_t)CUCORE_COPY_STAGE, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
    if (status) slot->memory = NULL;
    slot->context = context;
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE void cucore__stage_slot_free(cucore__stage_slot *slot)
{
    cucore_context_guard guard;
    cucore_status status;
    if (!slot->memory || cucore_context_enter(slot->context, &guard)) return;
    CUCORE__CALL_RELAXED(status, MemFreeHost, (slot->memory));
    if (!status) slot->memory = NULL;
    cucore_context_leave(&guard);
}

CUCORE_API void cucore_copy_trim(void)
{
    int i;
    for (i = 0; i < CUCORE__STAGE_SLOTS; i++) {
        if (CUCORE__TEST_AND_SET(&cucore__stage_slots[i].busy)) continue;
        cucore__stage_slot_free(&cucore__stage_slots[i]);
        CUCORE__STORE(&cucore__stage_slots[i].busy, 0);
    }
}

CUCORE__PRIVATE cucore_status cucore__stage_lane_take(cucore__stage *stage, CUcontext primary, cucore__stage_lane *lane)
{
    int i;
    lane->slot = &lane->own;
    lane->piece = -1;
    for (i = 0; i < CUCORE__STAGE_SLOTS && lane->slot == &lane->own; i++) {
        if (!CUCORE__TEST_AND_SET(&cucore__stage_slots[i].busy)) lane->slot = &cucore__stage_slots[i];
    }
    lane->event = cucore__event_slot_take(stage->events, &lane->own_event);
    return lane->slot->memory ? CUCORE_OK : cucore__stage_slot_allocate(lane->slot, primary);
}

CUCORE__PRIVATE void cucore__stage_lane_put(cucore__stage_lane *lane)
{
    if (!lane->slot) return;
    cucore__event_slot_put(lane->event, &lane->own_event);
    if (lane->slot == &lane->own) {
        cucore__stage_slot_free(lane->slot);
    } else {
        CUCORE__STORE(&lane->slot->busy, 0);
    }
}

/* Where a piece is: its elements, and its place in the host's array and the device's. */
CUCORE__PRIVATE size_t cucore__stage_piece(const cucore__stage *stage, int64_t index, cucore__copy_axes *part,
                                           char **host, char **device)
{
    int64_t to, from, volume = 1;
    int i;
    cucore__copy_cut_take(&stage->axes, &stage->cut, index, part, &to, &from);
    for (i = 0; i < part->ndim; i++) volume *= part->shape[i];
    *host = cucore__copy_at(stage->host, stage->to_host ? to : from, part->itemsize);
    *device = cucore__copy_at(stage->device, stage->to_host ? from : to, part->itemsize);
    cucore__copy_axes_merge(part);
    return (size_t)(volume * part->itemsize);
}

CUCORE__PRIVATE cucore_status cucore__stage_wait(cucore__stage_lane *lane)
{
    cucore_status status;
    CUCORE__CALL_RELAXED(status, EventSynchronize, (lane->event->event));
    return status;
}

/* Between the slot and the device, behind the event of the lane.  To the device: packed first, when the slot is free. */
CUCORE__PRIVATE cucore_status cucore__stage_send(cucore__stage *stage, cucore__stage_lane *lane, int64_t index)
{
    cucore__copy_axes part;
    char *host, *device;
    size_t bytes = cucore__stage_piece(stage, index, &part, &host, &device);
    cucore__CUdeviceptr slot = (uintptr_t)lane->slot->memory, there = (uintptr_t)device;
    cucore_status status = CUCORE_OK;
    if (!stage->to_host && lane->piece >= 0) status = cucore__stage_wait(lane);
    if (status) return status;
    lane->piece = index;
    if (!stage->to_host) cucore__host_copy(&part, lane->slot->memory, host);
    status = CUCORE__CALL(MemcpyAsync,
                          (stage->to_host ? slot : there, stage->to_host ? there : slot, bytes, stage->place.stream));
    return status ? status : cucore__event_slot_record(lane->event, stage->place.stream);
}

/* Out of the slot into the host's array. */
CUCORE__PRIVATE cucore_status cucore__stage_unpack(cucore__stage *stage, cucore__stage_lane *lane)
{
    cucore__copy_axes part;
    char *host, *device;
    cucore_status status;
    if (lane->piece < 0) return CUCORE_OK;
    status = cucore__stage_wait(lane);
    if (status) return status;
    (void)cucore__stage_piece(stage, lane->piece, &part, &host, &device);
    cucore__host_copy(&part, host, lane->slot->memory);
    lane->piece = -1;
    return CUCORE_OK;
}

/* One thread: the pieces of its own number, and every workers-th after that.  Nothing is on its way any more when the slots
 * go to somebody else. */
CUCORE__PRIVATE void cucore__stage_work(void *argument)
{
    cucore__stage_worker *worker = (cucore__stage_worker *)argument;
    cucore__stage *stage = worker->stage;
    cucore__stage_lane *lanes = worker->lanes;
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter(stage->place.context, &guard);
    const int entered = !status;
    int64_t i;
    int lane = 0, j, pending = 0;
    for (i = worker->number; i < stage->cut.pieces && !status; i += stage->workers, lane ^= 1) {
        status = cucore__stage_send(stage, &lanes[lane], i);
        if (!status && stage->to_host) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    }
    if (stage->to_host && !status) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    for (j = 0; j < CUCORE__STAGE_DEPTH; j++) {
        if (lanes[j].piece < 0) continue;
        pending = 1;
        if (!status) status = cucore__stage_wait(&lanes[j]);
    }
    worker->status = status;
    if (status) worker->error = *cucore_last_error();
    if (status && pending) (void)cucore__synchronize_relaxed(stage->place.stream);
    if (entered) cucore_context_leave(&guard);
}

/* The caller is worker 0, and does what no thread could be had for. */
CUCORE__PRIVATE void cucore__stage_run_all(cucore__stage *stage)
{
    int started = 1, i;
    cucore__thread threads[CUCORE_COPY_WORKERS];
    while (started < stage->workers &&
           cucore__thread_start(&threads[started], cucore__stage_work, &stage->worker[started])) {
        started++;
    }
    cucore__stage_work(&stage->worker[0]);
    for (i = started; i < stage->workers; i++) cucore__stage_work(&stage->worker[i]);
    for (i = 1; i < started; i++) cucore__thread_join(&threads[i]);
}

/* Pieces that fit a slot; elements that are larger are cut, too. */
CUCORE__PRIVATE void cucore__stage_cut(cucore__stage *stage)
{
    cucore__copy_axes *axes = &stage->axes;
    int64_t dense[CUCORE_MAX_NDIM];
    int i;
    if (axes->itemsize > CUCORE_COPY_STAGE / 16) {
        for (i = 0; i < axes->ndim; i++) {
            axes->dst[i] *= axes->itemsize;
            axes->src[i] *= axes->itemsize;
        }
        axes->shape[axes->ndim] = axes->itemsize;
        axes->dst[axes->ndim] = axes->src[axes->ndim] = 1;
        axes->ndim++;
        axes->itemsize = 1;
    }
    cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    cucore__copy_cut_make(axes->shape, dense, axes->ndim, (int64_t)CUCORE_COPY_STAGE / axes->itemsize, &stage->cut);
}

#if CUCORE_COPY_VERIFY
CUCORE__PRIVATE cucore_status cucore__stage_note(cucore__stage *stage)
{
    const int64_t one = 1;
    cucore_status status = CUCORE_OK;
    int64_t i, bytes;
    for (i = 0; i < stage->cut.pieces && !status; i++) {
        cucore__copy_axes part;
        char *host, *device;
        bytes = (int64_t)cucore__stage_piece(stage, i, &part, &host, &device);
        status = stage->to_host
                     ? cucore__ledger_note(stage->ledger, host, part.ndim, part.itemsize, part.shape, part.dst)
                     : cucore__ledger_note(stage->ledger, device, 1, 1, &bytes, &one);
    }
    return status;
}
#endif

/* axes: of the host's array and of dense memory, in one order.  In the stream's context; returns when the host is done. */
CUCORE__PRIVATE cucore_status cucore__stage_copy(cucore__stage *stage, int device_id)
{
    CUcontext primary = NULL;
    cucore__stage_worker *worker;
    int i, j;
    cucore_status status;
    cucore__stage_cut(stage);
#if CUCORE_COPY_VERIFY
    if (stage->ledger) return cucore__stage_note(stage);
#endif
    status = cucore_context_get_primary(device_id, &primary);
    if (status) return status;
    stage->workers = stage->cut.pieces < 8 ? 1 : cucore__processors(); /* no more than there are */
    if (stage->workers > CUCORE_COPY_WORKERS) stage->workers = CUCORE_COPY_WORKERS;
    stage->events = cucore__event_pool_enter(stage->place.context);
    for (i = 0; i < stage->workers && !status; i++) {
        worker = &stage->worker[i];
        worker->stage = stage;
        worker->number = i;
        for (j = 0; j < CUCORE__STAGE_DEPTH && !status; j++) {
            status = cucore__stage_lane_take(stage, primary, &worker->lanes[j]);
        }
    }
    if (!status) cucore__stage_run_all(stage);
    for (i = 0; i < stage->workers; i++) {
        worker = &stage->worker[i];
        for (j = 0; j < CUCORE__STAGE_DEPTH; j++) cucore__stage_lane_put(&worker->lanes[j]);
        if (status || !worker->status) continue;
        status = worker->status;
        cucore__error = worker->error;
    }
    cucore__event_pool_leave(stage->events);
    return status;
}
