/* copy/upload.c: pinned memory from which data are sent to a device, kept for the next call. */
#define CUCORE__UPLOADS 4                      /* pieces of pinned memory that stay */
#define CUCORE__UPLOAD_LEAST ((size_t)1 << 16) /* bytes of one */

/* Pinned memory that is used again once the copy out of it is done.  Whoever sets `busy` has it for itself. */
typedef struct cucore__upload {
    void *memory; /* NULL: not allocated yet */
    size_t room;
    CUcontext context;         /* that the memory was allocated in */
    CUcontext event_context;   /* that the event was recorded in */
    cucore__event_slot copied; /* the last copy out of it */
    int is_pending;            /* 1: the copy may not be done */
    CUCORE__ATOMIC(int) busy;
} cucore__upload;
static cucore__upload cucore__uploads[CUCORE__UPLOADS];

/* The event is of one context: another one needs another event. */
CUCORE__PRIVATE void cucore__upload_drop_event(cucore__upload *upload)
{
    if (upload->copied.event) (void)cucore__driver.EventDestroy(upload->copied.event);
    upload->copied.event = NULL;
}

/* Frees the memory, or leaves it as it is if the driver fails.  The copy out of it is done. */
CUCORE__PRIVATE void cucore__upload_free(cucore__upload *upload)
{
    cucore_context_guard guard;
    cucore_status status;
    if (upload->memory && !cucore_context_enter(upload->context, &guard)) {
        CUCORE__CALL_RELAXED(status, MemFreeHost, (upload->memory));
        if (!status) upload->memory = NULL;
        cucore_context_leave(&guard);
    }
    cucore__upload_drop_event(upload);
    if (!upload->memory) upload->room = 0;
}

/* Waits for the copy.  An event that the driver does not know any more belonged to a context that is gone, as its work
 * is. */
CUCORE__PRIVATE void cucore__upload_wait(cucore__upload *upload)
{
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    if (!upload->is_pending) return;
    exchanged = cucore__relaxed_begin(&mode);
    if (cucore__driver.EventSynchronize) (void)cucore__driver.EventSynchronize(upload->copied.event);
    cucore__relaxed_end(exchanged, &mode);
    upload->is_pending = 0;
}

/* Returns 1 if the memory may be written. */
CUCORE__PRIVATE int cucore__upload_is_idle(cucore__upload *upload)
{
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    if (!upload->is_pending) return 1;
    if (!cucore__driver.EventQuery) return 0;
    exchanged = cucore__relaxed_begin(&mode);
    upload->is_pending = cucore__driver.EventQuery(upload->copied.event) == CUCORE__CUDA_ERROR_NOT_READY;
    cucore__relaxed_end(exchanged, &mode);
    return !upload->is_pending;
}

CUCORE__PRIVATE void cucore__upload_trim(void)
{
    int i;
    if (!cucore__driver_is_ready()) return;
    for (i = 0; i < CUCORE__UPLOADS; i++) {
        cucore__upload *upload = &cucore__uploads[i];
        if (CUCORE__TEST_AND_SET(&upload->busy)) continue;
        cucore__upload_wait(upload);
        cucore__upload_free(upload);
        CUCORE__STORE(&upload->busy, 0);
    }
}

/* One that is idle, else the first that no other thread has, once its copy is done, else one for this call. */
CUCORE__PRIVATE cucore__upload *cucore__upload_take(cucore__upload *own)
{
    int i, wait;
    for (wait = 0; wait < 2; wait++) {
        for (i = 0; i < CUCORE__UPLOADS; i++) {
            cucore__upload *upload = &cucore__uploads[i];
            if (CUCORE__TEST_AND_SET(&upload->busy)) continue;
            if (wait) cucore__upload_wait(upload);
            if (cucore__upload_is_idle(upload)) return upload;
            CUCORE__STORE(&upload->busy, 0);
        }
    }
    return own;
}

CUCORE__PRIVATE cucore_status cucore__upload_grow(cucore__upload *upload, size_t bytes, int device_id)
{
    size_t room = CUCORE__UPLOAD_LEAST;
    cucore_context_guard guard;
    cucore_status status;
    if (upload->room >= bytes) return CUCORE_OK;
    cucore__upload_free(upload);
    if (upload->memory) return cucore_last_error()->status;
    while (room < bytes && room <= SIZE_MAX / 2) room *= 2;
    status = cucore_context_get_primary(device_id, &upload->context);
    if (!status) status = cucore_context_enter(upload->context, &guard);
    if (status) return status;
    CUCORE__CALL_RELAXED(status, MemHostAlloc, (&upload->memory, room, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
    if (status) upload->memory = NULL;
    upload->room = status ? 0 : room;
    cucore_context_leave(&guard);
    return status;
}
