/* ------------------------------------------------------------------------------------------- >>impl-copy-staging -- */
/* copy/move/staging.c: pinned slots, and copies of plain memory through them, packed by threads. */
enum {
    CUCORE__STAGE_SLOTS = 16,
    CUCORE__STAGE_LEAST = 1 << 16, /* bytes of a slot */
    CUCORE__STAGE_DEPTH = 2        /* slots of one worker: it packs one while the other is transferred */
};

/* A slot of pinned memory, which stays for the next call.  The thread that sets `busy` has the slot for itself. */
typedef struct cucore__stage_slot {
    void *memory; /* NULL: not allocated yet */
    size_t room;
    CUcontext context;         /* that the memory was allocated in */
    CUcontext event_context;   /* that the event was recorded in */
    cucore__event_slot copied; /* the last copy from or to the slot */
    int is_pending;            /* 1: the copy may not be done */
    CUCORE__ATOMIC(int) busy;
} cucore__stage_slot;
static cucore__stage_slot cucore__stage_slots[CUCORE__STAGE_SLOTS];

/* The event is of one context: another one needs another event. */
CUCORE__PRIVATE void cucore__stage_slot_drop_event(cucore__stage_slot *slot)
{
    if (slot->copied.event) (void)cucore__driver.EventDestroy(slot->copied.event);
    slot->copied.event = NULL;
}

/* Frees the memory, or leaves it as it is if the driver fails.  The copy is done. */
CUCORE__PRIVATE void cucore__stage_slot_free(cucore__stage_slot *slot)
{
    cucore_context_guard guard;
    cucore_status status;
    if (slot->memory && !cucore_context_enter(slot->context, &guard)) {
        CUCORE__CALL_RELAXED(status, MemFreeHost, (slot->memory));
        if (!status) slot->memory = NULL;
        cucore_context_leave(&guard);
    }
    cucore__stage_slot_drop_event(slot);
    if (!slot->memory) slot->room = 0;
}

/* Gives the slot at least so many bytes. */
CUCORE__PRIVATE cucore_status cucore__stage_slot_grow(cucore__stage_slot *slot, size_t bytes, int device_id)
{
    size_t room = CUCORE__STAGE_LEAST;
    cucore_context_guard guard;
    cucore_status status;
    if (slot->room >= bytes) return CUCORE_OK;
    cucore__stage_slot_free(slot);
    if (slot->memory) return cucore_last_error()->status;
    while (room < bytes && room <= SIZE_MAX / 2) room *= 2;
    status = cucore_context_get_primary(device_id, &slot->context);
    if (!status) status = cucore_context_enter(slot->context, &guard);
    if (status) return status;
    CUCORE__CALL_RELAXED(status, MemHostAlloc, (&slot->memory, room, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
    if (status) slot->memory = NULL;
    slot->room = status ? 0 : room;
    cucore_context_leave(&guard);
    return status;
}

/* Records the event after a copy that was enqueued.  The context of the place is current. */
CUCORE__PRIVATE cucore_status cucore__stage_slot_record(cucore__stage_slot *slot, const cucore__place *place)
{
    cucore_status status;
    if (slot->event_context != place->context) cucore__stage_slot_drop_event(slot);
    status = cucore__event_slot_record(&slot->copied, place->stream);
    slot->event_context = place->context;
    slot->is_pending = !status;
    return status;
}

/* Waits for the copy.  If the driver does not know the event any more, its context is gone, and the copy with it. */
CUCORE__PRIVATE cucore_status cucore__stage_slot_wait(cucore__stage_slot *slot)
{
    cucore_status status = CUCORE_OK;
    if (slot->is_pending) CUCORE__CALL_RELAXED(status, EventSynchronize, (slot->copied.event));
    slot->is_pending = 0;
    return status;
}

/* Returns 1 if the memory may be written. */
CUCORE__PRIVATE int cucore__stage_slot_is_idle(cucore__stage_slot *slot)
{
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    if (!slot->is_pending) return 1;
    if (!cucore__driver.EventQuery) return 0;
    exchanged = cucore__relaxed_begin(&mode);
    slot->is_pending = cucore__driver.EventQuery(slot->copied.event) == CUCORE__CUDA_ERROR_NOT_READY;
    cucore__relaxed_end(exchanged, &mode);
    return !slot->is_pending;
}

/* Returns a slot that is idle, else the first that no other thread has, once its copy is done, else `own`: then all are
 * busy. */
CUCORE__PRIVATE cucore__stage_slot *cucore__stage_slot_take(cucore__stage_slot *own)
{
    int i, wait;
    for (wait = 0; wait < 2; wait++) {
        for (i = 0; i < CUCORE__STAGE_SLOTS; i++) {
            cucore__stage_slot *slot = &cucore__stage_slots[i];
            if (CUCORE__TEST_AND_SET(&slot->busy)) continue;
            if (wait) (void)cucore__stage_slot_wait(slot);
            if (cucore__stage_slot_is_idle(slot)) return slot;
            CUCORE__STORE(&slot->busy, 0);
        }
    }
    return own;
}

CUCORE__PRIVATE void cucore__stage_slot_put(cucore__stage_slot *slot, cucore__stage_slot *own)
{
    if (slot == own) {
        (void)cucore__stage_slot_wait(own);
        cucore__stage_slot_free(own);
    } else if (slot) {
        CUCORE__STORE(&slot->busy, 0);
    }
}

CUCORE_API void cucore_copy_trim(void)
{
    int i;
    if (!cucore__driver_is_ready()) return;
    for (i = 0; i < CUCORE__STAGE_SLOTS; i++) {
        cucore__stage_slot *slot = &cucore__stage_slots[i];
        if (CUCORE__TEST_AND_SET(&slot->busy)) continue;
        CUCORE__WAITING((void)cucore__stage_slot_wait(slot); cucore__stage_slot_free(slot));
        CUCORE__STORE(&slot->busy, 0);
    }
}

/* -- copies -------------------------------------------------------------------------------------------------------- */
/* A piece that is transferred. */
typedef struct cucore__stage_lane {
    cucore__stage_slot *slot;
    cucore__stage_slot own; /* used if all slots are busy */
    int64_t piece;          /* its number; -1: no transfer is under way */
} cucore__stage_lane;

/* One thread and its result. */
typedef struct cucore__stage_worker {
    struct cucore__stage *stage;
    int number;
    cucore_status status;
    cucore_error error;
    cucore__stage_lane lanes[CUCORE__STAGE_DEPTH];
} cucore__stage_worker;

/* A piece: some blocks, or a part of one. */
typedef struct cucore__stage_part {
    cucore__copy_piece piece;    /* of each block, with joined axes */
    int64_t layer, first, count; /* of the blocks */
    size_t bytes;                /* of each */
} cucore__stage_part;

/* A copy between host memory and a device: `count` blocks of each of some layers, or one view, which is one block.
 * Those who have more begin with this struct.  The caller zeroes it. */
typedef struct cucore__stage {
    int to_host;
    int workers; /* the number of threads, with the caller's */
    int64_t layers, count;
    int64_t chunk; /* blocks of a piece at most */
    int64_t pieces;
    char *sides[2]; /* of a view: in the host's array, on the device */
    cucore__place place;
    cucore__copy_axes axes; /* of a block: of the host's array and of dense memory, in one order */
    cucore__copy_cut cut;
    /* Returns the address of a block in the host's array, or on the device; NULL: there is one block. */
    char *(*find)(const struct cucore__stage *stage, int on_device, int64_t layer, int64_t block);
    /* Enqueues the copy of blocks that are in a row in a slot; NULL: each is a run of bytes on the device. */
    cucore_status (*send)(const struct cucore__stage *stage, const cucore__stage_part *part, const void *slot);
    cucore__stage_worker worker[CUCORE_COPY_WORKERS];
} cucore__stage;

CUCORE__PRIVATE void cucore__stage_part_make(const cucore__stage *stage, int64_t index, cucore__stage_part *out)
{
    const int64_t chunks = cucore__kernel_pieces(stage->count, stage->chunk), block = index / stage->cut.pieces;
    cucore__copy_piece *piece = &out->piece;
    int64_t volume = 1;
    int i;
    cucore__copy_cut_take(&stage->axes, &stage->cut, index % stage->cut.pieces, piece);
    for (i = 0; i < piece->axes.ndim; i++) volume *= piece->axes.shape[i];
    out->bytes = (size_t)(volume * stage->axes.itemsize);
    out->layer = block / chunks;
    out->first = block % chunks * stage->chunk;
    out->count = cucore__copy_smaller(stage->chunk, stage->count - out->first);
    cucore__copy_axes_merge(&piece->axes);
}

/* Returns the address of a block of the part, or of a part of it. */
CUCORE__PRIVATE char *cucore__stage_part_at(const cucore__stage *stage, const cucore__stage_part *part, int on_device,
                                            int64_t i)
{
    return cucore__copy_at(stage->find ? stage->find(stage, on_device, part->layer, part->first + i)
                                       : stage->sides[on_device],
                           on_device == stage->to_host ? part->piece.src : part->piece.dst, stage->axes.itemsize);
}

/* Copies between the slot and the host's array. */
CUCORE__PRIVATE void cucore__stage_pack(const cucore__stage *stage, const cucore__stage_part *part, void *memory)
{
    int64_t i;
    for (i = 0; i < part->count; i++) {
        char *host = cucore__stage_part_at(stage, part, 0, i), *slot = (char *)memory + (size_t)i * part->bytes;
        cucore__host_copy(&part->piece.axes, stage->to_host ? host : slot, stage->to_host ? slot : host);
    }
}

CUCORE__PRIVATE cucore_status cucore__stage_transfer(const cucore__stage *stage, const cucore__stage_part *part,
                                                     const void *memory)
{
    cucore_status status = CUCORE_OK;
    int64_t i;
    if (stage->send) return stage->send(stage, part, memory);
    for (i = 0; i < part->count && !status; i++) {
        const char *device = cucore__stage_part_at(stage, part, 1, i);
        const cucore__CUdeviceptr slot = (uintptr_t)memory + (uintptr_t)i * part->bytes, there = (uintptr_t)device;
        status = CUCORE__CALL(MemcpyAsync, (stage->to_host ? slot : there, stage->to_host ? there : slot, part->bytes,
                                            stage->place.stream));
    }
    return status;
}

/* Enqueues the transfer between the slot and the device, then records the event of the slot.  A piece for the device is
 * packed first, once the slot is free. */
CUCORE__PRIVATE cucore_status cucore__stage_send(const cucore__stage *stage, cucore__stage_lane *lane, int64_t index)
{
    cucore__stage_part part;
    cucore_status status = stage->to_host ? CUCORE_OK : cucore__stage_slot_wait(lane->slot);
    if (status) return status;
    cucore__stage_part_make(stage, index, &part);
    lane->piece = index;
    if (!stage->to_host) cucore__stage_pack(stage, &part, lane->slot->memory);
    status = cucore__stage_transfer(stage, &part, lane->slot->memory);
    return status ? status : cucore__stage_slot_record(lane->slot, &stage->place);
}

/* Waits for the transfer of the lane, if there is one, and copies the piece from the slot to the host's array. */
CUCORE__PRIVATE cucore_status cucore__stage_unpack(const cucore__stage *stage, cucore__stage_lane *lane)
{
    cucore__stage_part part;
    cucore_status status;
    if (lane->piece < 0) return CUCORE_OK;
    status = cucore__stage_slot_wait(lane->slot);
    if (status) return status;
    cucore__stage_part_make(stage, lane->piece, &part);
    cucore__stage_pack(stage, &part, lane->slot->memory);
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
    for (i = worker->number; i < stage->pieces && !status; i += stage->workers, lane ^= 1) {
        status = cucore__stage_send(stage, &lanes[lane], i);
        if (!status && stage->to_host) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    }
    if (stage->to_host && !status) status = cucore__stage_unpack(stage, &lanes[lane ^ 1]);
    for (j = 0; j < CUCORE__STAGE_DEPTH; j++) {
        if (lanes[j].piece < 0) continue;
        pending = 1;
        if (!status) status = cucore__stage_slot_wait(lanes[j].slot);
    }
    worker->status = status;
    if (status) worker->error = *cucore_last_error();
    if (status && pending) (void)cucore__synchronize_relaxed(stage->place.stream);
    if (entered) cucore_context_leave(&guard);
}

/* Cuts the copy into pieces that fit a slot, and finds out how many threads pay.  Large elements become one more axis,
 * of bytes. */
CUCORE__PRIVATE void cucore__stage_cut(cucore__stage *stage)
{
    cucore__copy_axes *axes = &stage->axes;
    const int64_t least = cucore__copy_staged_from() / 2;
    int64_t dense[CUCORE_MAX_NDIM], bytes = axes->itemsize;
    double all;
    int i;
    for (i = 0; i < axes->ndim; i++) bytes *= axes->shape[i];
    all = (double)bytes * (double)stage->count * (double)stage->layers;
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
    stage->chunk = cucore__copy_smaller(stage->chunk, bytes < CUCORE_COPY_STAGE ? CUCORE_COPY_STAGE / bytes : 1);
    stage->pieces = stage->layers * cucore__kernel_pieces(stage->count, stage->chunk) * stage->cut.pieces;
    stage->workers = 1; /* for few pieces, or many that are short */
    if (stage->pieces < 8 || all < (double)least) return;
    stage->workers = (int)cucore__copy_smaller(cucore__processors(), CUCORE_COPY_WORKERS);
}

/* Runs the copy.  The context of the stream is current.  Returns when the host's part is done. */
CUCORE__PRIVATE cucore_status cucore__stage_copy(cucore__stage *stage, int device_id)
{
    cucore__stage_worker *worker;
    int i, j;
    cucore_status status = CUCORE_OK;
    cucore__stage_cut(stage);
    for (i = 0; i < stage->workers && !status; i++) {
        worker = &stage->worker[i];
        worker->stage = stage;
        worker->number = i;
        for (j = 0; j < CUCORE__STAGE_DEPTH && !status; j++) {
            cucore__stage_lane *lane = &worker->lanes[j];
            lane->piece = -1;
            lane->slot = cucore__stage_slot_take(&lane->own);
            status = cucore__stage_slot_grow(lane->slot, (size_t)CUCORE_COPY_STAGE, device_id);
        }
    }
    if (!status) cucore__threads_run(cucore__stage_work, stage->worker, sizeof stage->worker[0], stage->workers);
    for (i = 0; i < stage->workers; i++) {
        worker = &stage->worker[i];
        for (j = 0; j < CUCORE__STAGE_DEPTH; j++) cucore__stage_slot_put(worker->lanes[j].slot, &worker->lanes[j].own);
        if (status || !worker->status) continue;
        status = worker->status;
        cucore__error = worker->error;
    }
    return status;
}
