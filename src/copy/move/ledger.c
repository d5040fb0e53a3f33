/* copy/move/ledger.c: a list of the bytes that a plan would write, with CUCORE_COPY_VERIFY.  The functions that
 * copy only note where they would write if a job has a ledger. */
#if CUCORE_COPY_VERIFY
#define CUCORE__COPY_NOTE(job, how, ptr, what)                                                                         \
    do {                                                                                                               \
        if ((job)->ledger) return cucore__ledger_note_##how((job)->ledger, (ptr), (what));                             \
    } while (0)

typedef struct cucore__ledger_run {
    int64_t first, end; /* bytes from element [0, 0, ...] of dst */
} cucore__ledger_run;

typedef struct cucore__ledger {
    uint64_t dst;
    int64_t temp_nbytes;
    int64_t count;
    int64_t steps;   /* the number of notes, also of notes about temporary memory */
    int is_full;     /* 1: there are more notes than runs[] has room for, and the plan is not checked */
    int is_past_end; /* 1: bytes after the end of temporary memory would be written */
    cucore__ledger_run runs[CUCORE_COPY_VERIFY];
} cucore__ledger;

/* Temporary memory lies at offsets that no array reaches: arrays have less than 2^60 bytes. */
#define CUCORE__LEDGER_TEMP ((int64_t)1 << 61)
#define CUCORE__LEDGER_FAR (CUCORE__LEDGER_TEMP + ((int64_t)1 << 60))

CUCORE__PRIVATE cucore_status cucore__ledger_add(cucore__ledger *ledger, int64_t first, int64_t bytes)
{
    cucore__ledger_run *next = &ledger->runs[ledger->count];
    ledger->is_full = ledger->steps++ == CUCORE_COPY_VERIFY;
    if (ledger->is_full) return CUCORE_UNSUPPORTED; /* ends the run of the plan */
    if (first >= CUCORE__LEDGER_TEMP) {
        int64_t from = first >= CUCORE__LEDGER_FAR ? CUCORE__LEDGER_FAR : CUCORE__LEDGER_TEMP;
        ledger->is_past_end |= first - from > ledger->temp_nbytes - bytes;
        return CUCORE_OK;
    }
    if (ledger->count == 0 || next[-1].end != first) {
        next->first = first;
        ledger->count++;
    } else {
        next--;
    }
    next->end = first + bytes;
    return CUCORE_OK;
}

CUCORE__PRIVATE int64_t cucore__ledger_offset(const cucore__ledger *ledger, const void *ptr)
{
    return (int64_t)((uint64_t)(uintptr_t)ptr - ledger->dst);
}

CUCORE__PRIVATE cucore_status cucore__ledger_note_bytes(cucore__ledger *ledger, const void *ptr, int64_t bytes)
{
    return cucore__ledger_add(ledger, cucore__ledger_offset(ledger, ptr), bytes);
}

/* Notes the elements of dst. */
CUCORE__PRIVATE cucore_status cucore__ledger_note_axes(cucore__ledger *ledger, const void *ptr,
                                                       const cucore__copy_axes *axes)
{
    const int64_t *shape = axes->shape, *strides = axes->dst, itemsize = axes->itemsize;
    int64_t index[CUCORE_MAX_NDIM], at = cucore__ledger_offset(ledger, ptr), bytes = itemsize;
    cucore_status status = CUCORE_OK;
    int i, ndim = axes->ndim;
    if (at >= CUCORE__LEDGER_TEMP) { /* only the last byte of temporary memory matters */
        for (i = 0; i < ndim; i++) bytes += (shape[i] - 1) * strides[i] * itemsize;
        return cucore__ledger_add(ledger, at, bytes);
    }
    while (ndim > 0 && (shape[ndim - 1] == 1 || strides[ndim - 1] * itemsize == bytes)) bytes *= shape[--ndim];
    for (i = 0; i < ndim; i++) index[i] = 0;
    for (;;) {
        status = cucore__ledger_add(ledger, at, bytes);
        for (i = ndim - 1; i >= 0 && ++index[i] == shape[i]; i--) {
            at -= (shape[i] - 1) * strides[i] * itemsize;
            index[i] = 0;
        }
        if (status || i < 0) return status;
        at += strides[i] * itemsize;
    }
}

CUCORE__PRIVATE cucore_status cucore__ledger_note_rows(cucore__ledger *ledger, const void *ptr,
                                                       const cucore__copy_rows *rows)
{
    cucore__copy_axes axes;
    axes.itemsize = 1;
    cucore__copy_axes_make(&axes, 3, rows->shape, rows->dst, rows->src);
    return cucore__ledger_note_axes(ledger, ptr, &axes);
}
#else
#define CUCORE__COPY_NOTE(job, how, ptr, what) ((void)(job))
#endif
