/* -------------------------------------------------------------------------------------------- >>impl-copy-verify -- */
/* copy/move/verify.c: the check of a plan before it runs, with CUCORE_COPY_VERIFY. */
#if CUCORE_COPY_VERIFY
/* A plan is run with a ledger: each function that would write notes where.  The notes are then compared with the
 * elements of dst: each byte of an element has to be noted once, and no other byte.  Temporary memory may be written
 * from its first byte to its last.  The check relies on kernels and the CPU's loops to write the elements of the layout
 * that they are given; the tests run them to check that. */
CUCORE__PRIVATE int cucore__ledger_compare(const void *a, const void *b)
{
    const cucore__ledger_run *x = (const cucore__ledger_run *)a, *y = (const cucore__ledger_run *)b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts the runs and joins neighbours.
 * -> a byte that was noted twice, or INT64_MAX */
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

/* Returns the first byte that `a` has and `b` lacks; INT64_MAX if there is none. */
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

/* dst, dst_ptr: the destination as the caller gave it, in whole bytes */
CUCORE__PRIVATE cucore_status cucore__copy_verify(const cucore_copy_plan *plan, const cucore_layout *dst,
                                                  const void *dst_ptr)
{
    cucore__ledger *wanted, *made;
    cucore_status status = CUCORE_OK;
    int64_t twice, missing, strange, byte = 0;
    const char *what = NULL;
    cucore__copy_move move;
    cucore__copy_axes axes;
    char text[256];
    if (plan->strategy == CUCORE_COPY_NOTHING || (plan->strategy == CUCORE_COPY_KERNEL && !plan->packs)) return status;
    wanted = (cucore__ledger *)calloc(2, sizeof *wanted);
    if (!wanted) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory to check the plan of a copy");
    made = wanted + 1;
    wanted->dst = made->dst = (uint64_t)(uintptr_t)dst_ptr;
    wanted->temp_nbytes = made->temp_nbytes = plan->temp_nbytes;
    axes.itemsize = dst->itemsize;
    cucore__copy_axes_make(&axes, dst->ndim, dst->shape, dst->strides, dst->strides);
    status = cucore__ledger_note_axes(wanted, dst_ptr, &axes); /* the elements that the caller described */
    memset(&move, 0, sizeof move);
    move.plan = plan;
    move.ledger = made;
    move.temp.ptr = (void *)(uintptr_t)(made->dst + (uint64_t)CUCORE__LEDGER_TEMP);
    move.far_temp.ptr = (void *)(uintptr_t)(made->dst + (uint64_t)CUCORE__LEDGER_FAR);
    if (!status && plan->strategy == CUCORE_COPY_HOST) {
        status = cucore__ledger_note_axes(made, plan->private_.dst, &plan->private_.axes);
    } else if (!status) {
        status = cucore__copy_enqueue(&move);
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
