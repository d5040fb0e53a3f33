/* ----------------------------------------------------------------------------------------------- >>impl-copy-verify -- */
/* copy/verify.c: plans checked by a run that only notes down; with CUCORE_COPY_VERIFY.  For copy/plan.c. */
#if CUCORE_COPY_VERIFY
/* A plan is gone through as if it were run, but each place that writes is only noted down.  What was noted is compared
 * with the elements of dst, as the caller described them: each has to be there once, and nothing else.  Temporary memory
 * lies at addresses that no array can have, and may be written from its first byte to its last.  Kernels and the CPU's
 * loops are believed to write the elements of the layout that they are given; that is tested, by running them. */
typedef struct cucore__ledger_run {
    int64_t first, end; /* bytes from element [0, 0, ...] of dst */
} cucore__ledger_run;

struct cucore__ledger {
    uint64_t dst;
    int64_t temp_nbytes;
    int64_t count;
    int64_t steps;   /* notes that were taken, in temporary memory too */
    int is_full;     /* more of them than there is room for: not checked */
    int is_past_end; /* something was written behind temporary memory */
    cucore__ledger_run runs[CUCORE_COPY_VERIFY];
};

/* Arrays have less than 2^60 bytes. */
#define CUCORE__LEDGER_TEMP ((int64_t)1 << 61)
#define CUCORE__LEDGER_FAR (CUCORE__LEDGER_TEMP + ((int64_t)1 << 60))

CUCORE__PRIVATE cucore_status cucore__ledger_add(cucore__ledger *ledger, int64_t first, int64_t bytes)
{
    cucore__ledger_run *next = &ledger->runs[ledger->count];
    ledger->is_full = ledger->steps++ == CUCORE_COPY_VERIFY;
    if (ledger->is_full) return CUCORE_UNSUPPORTED; /* there is no point in going on */
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

/* Elements that are written; strides in elements. */
CUCORE__PRIVATE cucore_status cucore__ledger_note(cucore__ledger *ledger, const void *ptr, int ndim, int64_t itemsize,
                                                  const int64_t *shape, const int64_t *strides)
{
    int64_t index[CUCORE_MAX_NDIM], at = (int64_t)((uint64_t)(uintptr_t)ptr - ledger->dst), bytes = itemsize;
    cucore_status status = CUCORE_OK;
    int i;
    if (at >= CUCORE__LEDGER_TEMP) { /* of temporary memory the last byte says enough */
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

CUCORE__PRIVATE int cucore__ledger_compare(const void *a, const void *b)
{
    const cucore__ledger_run *x = (const cucore__ledger_run *)a, *y = (const cucore__ledger_run *)b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorted and joined.  -> a byte that is there twice, or INT64_MAX */
CUCORE__PRIVATE int64_t cucore__ledger_sort(cucore__ledger *ledger)
{
    int64_t i, last = 0, twice = INT64_MAX;
    qsort(ledger->runs, (size_t)ledger->count, sizeof ledger->runs[0], cucore__ledger_compare);
    for (i = 1; i < ledger->count; i++) {
        const cucore__ledger_run *run = &ledger->runs[i];
        if (run->first < ledger->runs[last].end && twice == INT64_MAX) twice = run->first;
        if (run->first > ledger->runs[last].end) {
            ledger->runs[++last] = *run;
        } else if (run->end > ledger->runs[last].end) {
            ledger->runs[last].end = run->end;
        }
    }
    if (ledger->count > 0) ledger->count = last + 1;
    return twice;
}

/* The first byte that `a` has and `b` has not; INT64_MAX: there is none. */
CUCORE__PRIVATE int64_t cucore__ledger_lacks(const cucore__ledger *b, const cucore__ledger *a)
{
    int64_t i, j = 0;
    for (i = 0; i < a->count; i++) {
        while (j < b->count && b->runs[j].end <= a->runs[i].first) j++;
        if (j == b->count || b->runs[j].first > a->runs[i].first) return a->runs[i].first;
        if (b->runs[j].end < a->runs[i].end) return b->runs[j].end;
    }
    return INT64_MAX;
}

/* dst: as it was given, in whole bytes. */
CUCORE__PRIVATE cucore_status cucore__copy_verify(const cucore_copy_plan *plan, const cucore_layout *dst,
                                                  const void *dst_ptr)
{
    cucore__ledger *wanted, *made;
    cucore_status status = CUCORE_OK;
    int64_t twice, missing, strange, byte = 0;
    const char *what = NULL;
    const cucore__copy_axes *axes = &plan->private_.axes;
    cucore__copy_job job;
    char text[256];
    if (plan->strategy == CUCORE_COPY_NOTHING || (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs)) return status;
    wanted = (cucore__ledger *)calloc(2, sizeof *wanted);
    if (!wanted) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory to check the plan of a copy");
    made = wanted + 1;
    wanted->dst = made->dst = (uint64_t)(uintptr_t)dst_ptr;
    wanted->temp_nbytes = made->temp_nbytes = plan->temp_nbytes;
    status = cucore__ledger_note(wanted, dst_ptr, dst->ndim, dst->itemsize, dst->shape, dst->strides);
    memset(&job, 0, sizeof job);
    job.plan = plan;
    job.ledger = made;
    job.temp.ptr = (void *)(uintptr_t)(made->dst + (uint64_t)CUCORE__LEDGER_TEMP);
    job.far_temp.ptr = (void *)(uintptr_t)(made->dst + (uint64_t)CUCORE__LEDGER_FAR);
    if (!status && plan->strategy == CUCORE_COPY_HOST) {
        status = cucore__ledger_note(made, plan->private_.dst, axes->ndim, axes->itemsize, axes->shape, axes->dst);
    } else if (!status) {
        status = cucore__copy_enqueue_job(&job);
    }
    if (wanted->is_full || made->is_full) {
        status = CUCORE_OK;
    } else if (!status) {
        (void)cucore__ledger_sort(wanted);
        twice = cucore__ledger_sort(made);
        missing = cucore__ledger_lacks(made, wanted);
        strange = cucore__ledger_lacks(wanted, made);
        if (made->is_past_end) {
            what = "comes through temporary memory that is too small";
        } else if (twice != INT64_MAX) {
            byte = twice, what = "would be written twice";
        } else if (missing != INT64_MAX) {
            byte = missing, what = "would not be written";
        } else if (strange != INT64_MAX) {
            byte = strange, what = "belongs to no element, but would be written";
        }
    }
    free(wanted);
    if (!what) return status;
    (void)cucore_copy_plan_format(plan, text, sizeof text);
    return cucore_fail(CUCORE_UNSUPPORTED, "cucore_copy.h is wrong: byte %lld of dst %s; nothing was copied.  Plan: %s",
                       (long long)byte, what, text);
}
#undef CUCORE__LEDGER_TEMP
#undef CUCORE__LEDGER_FAR
#endif /* CUCORE_COPY_VERIFY */
