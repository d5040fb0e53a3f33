/* ------------------------------------------------------------------------------------------- >>impl-copy-staging -- */
/* copy/staging.c: copies of plain memory through pinned slots, packed by threads. */
/* A slot of pinned memory.  The thread that sets `busy` has the slot for itself. */
#define CUCORE__STAGE_SLOTS 16
enum { CUCORE__STAGE_DEPTH = 2 }; /* slots of one worker: it packs one while the other is transferred */
typedef struct cucore__stage_slot {
    void *memory; /* CUCORE_COPY_STAGE bytes; NULL: not allocated yet */
    CUcontext context;
    CUCORE__ATOMIC(int) busy;
} cucore__stage_slot;
static cucore__stage_slot cucore__stage_slots[CUCORE__STAGE_SLOTS];

/* A piece that is transferred. */
typedef struct cucore__stage_lane {
    cucore__stage_slot *slot;
    cucore__stage_slot own; /* used if all slots are busy */
    cucore__event_slot *event;
    cucore__event_slot own_event;
    int64_t piece; /* its number; -1: no transfer is under way */
} cucore__stage_lane;

/* One thread and its result. */
typedef struct cucore__stage_worker {
    struct cucore__stage *stage;
    int number;
    cucore_status status;
    cucore_error error;
    cucore__stage_lane lanes[CUCORE__STAGE_DEPTH];
} cucore__stage_worker;

/* A copy between host memory and dense device memory.  The caller zeroes the struct. */
typedef struct cucore__stage {
#if CUCORE_COPY_VERIFY
    cucore__ledger *ledger; /* NULL: the copy is done */
#endif
    int to_host;
    int workers; /* the number of threads, with the caller's */
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
    CUCORE__WAITING(cucore__upload_trim());
    for (i = 0; i < CUCORE__STAGE_SLOTS; i++) {
        if (CUCORE__TEST_AND_SET(&cucore__stage_slots[i].busy)) continue;
        CUCORE__WAITING(cucore__stage_slot_free(&cucore__stage_slots[i]));
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

/* A piece and its addresses. */
typedef struct cucore__stage_part {
    cucore__copy_piece piece; /* with joined axes */
    char *host, *device;
    size_t bytes;
} cucore__stage_part;

CUCORE__PRIVATE void cucore__stage_part_make(const cucore__stage *stage, int64_t index, cucore__stage_part *out)
{
    cucore__copy_piece *piece = &out->piece;
    const int64_t itemsize = stage->axes.itemsize;
    int64_t volume = 1;
    int i;
    cucore__copy_cut_take(&stage->axes, &stage->cut, index, piece);
    for (i = 0; i < piece->axes.ndim; i++) volume *= piece->axes.shape[i];
    out->bytes = (size_t)(volume * itemsize);
    out->host = cucore__copy_at(stage->host, stage->to_host ? piece->dst : piece->src, itemsize);
    out->device = cucore__copy_at(stage->device, stage->to_host ? piece->src : piece->dst, itemsize);
    cucore__copy_axes_merge(&piece->axes);
}

CUCORE__PRIVATE cucore_status cucore__stage_wait(cucore__stage_lane *lane)
{
    cucore_status status;
    CUCORE__CALL_RELAXED(status, EventSynchronize, (lane->event->event));
    return status;
}

/* Enqueues the transfer between the slot and the device, then records the event of the lane.  A piece for the device is
 * packed first, once the slot is free. */
CUCORE__PRIVATE cucore_status cucore__stage_send(cucore__stage *stage, cucore__stage_lane *lane, int64_t index)
{
    cucore__stage_part part;
    cucore__CUdeviceptr slot = (uintptr_t)lane->slot->memory, there;
    cucore_status status = CUCORE_OK;
    if (!stage->to_host && lane->piece >= 0) status = cucore__stage_wait(lane);
    if (status) return status;
    cucore__stage_part_make(stage, index, &part);
    there = (uintptr_t)part.device;
    lane->piece = index;
    if (!stage->to_host) cucore__host_copy(&part.piece.axes, lane->slot->memory, part.host);
    status = CUCORE__CALL(
        MemcpyAsync, (stage->to_host ? slot : there, stage->to_host ? there : slot, part.bytes, stage->place.stream));
    return status ? status : cucore__event_slot_record(lane->event, stage->place.stream);
}

/* Waits for the transfer of the lane, if there is one, and copies the piece from the slot to the host's array. */
CUCORE__PRIVATE cucore_status cucore__stage_unpack(cucore__stage *stage, cucore__stage_lane *lane)
{
    cucore__stage_part part;
    cucore_status status;
    if (lane->piece < 0) return CUCORE_OK;
    status = cucore__stage_wait(lane);
    if (status) return status;
    cucore__stage_part_make(stage, lane->piece, &part);
    cucore__host_copy(&part.piece.axes, part.host, lane->slot->memory);
    lane->piece = -1;
    return CUCORE_OK;
}

/* The work of one thread: the piece with its number, and each workers-th piece after that.  No transfer is under way
 * when it returns, so that the slots can be given back. */
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

/* Cuts the copy into pieces that fit a slot.  Large elements become one more axis, of bytes. */
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
    cucore_status status = CUCORE_OK;
    int64_t i;
    for (i = 0; i < stage->cut.pieces && !status; i++) {
        cucore__stage_part part;
        cucore__stage_part_make(stage, i, &part);
        status = stage->to_host ? cucore__ledger_note_axes(stage->ledger, part.host, &part.piece.axes)
                                : cucore__ledger_note_bytes(stage->ledger, part.device, (int64_t)part.bytes);
    }
    return status;
}
#endif

/* Runs the copy.  The axes are those of the host's array and of dense memory, in one order.  The context of the stream
 * is current.  Returns when the host's part is done. */
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
    stage->workers = stage->cut.pieces < 8 ? 1 : cucore__processors(); /* one worker for few pieces */
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
    if (!status) cucore__threads_run(cucore__stage_work, stage->worker, sizeof stage->worker[0], stage->workers);
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
