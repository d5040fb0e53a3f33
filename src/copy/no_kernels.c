/* copy/no_kernels.c: the planner with CUCORE_COPY_NO_KERNELS: all kernels are written. */
/* Plans the kernel of a copy. */
CUCORE__PRIVATE cucore_status cucore__kernel_plan_make(const cucore_layout *dst, uintptr_t d, const cucore_layout *src,
                                                       uintptr_t s, cucore__kernel_plan *out)
{
    cucore__kernel_work work;
    cucore_status status;
    work.types[0] = out->types[0];
    work.types[1] = out->types[1];
    status = cucore__kernel_join_typed(dst, d, src, s, &work);
    if (status) return status;
    if (work.run > 0) {
        out->strategy = CUCORE_COPY_KERNEL;
        out->kernel = CUCORE__KERNEL_WRITTEN;
        status = cucore__written_plan_make(&work, work.count ? CUCORE__COMPILE_ASKED : out->compile, &out->as.written);
        if (status || out->as.written.kernel) return status;
    }
    if (work.count == 0 || work.run == 0) {
        cucore__kernel_plan_run(&work, out);
        return CUCORE_OK;
    }
    return cucore_fail(
        CUCORE_UNSUPPORTED,
        "CUCORE_COPY_NO_KERNELS: no kernel can be written for a copy of %lld runs of %lld bytes: it has more "
        "than %d elements of %d bytes at one index of its slowest axis, it converts elements that are not aligned, "
        "packed, "
        "small floats or complex32, or %d kernels were written before",
        (long long)work.runs, (long long)work.run, CUCORE__WRITE_SLAB, work.unit, CUCORE__WRITTEN_SLOTS);
}

CUCORE__PRIVATE CUCORE__APART void cucore__text_add_kernel(cucore__text *text, const cucore__kernel_plan *plan)
{
    if (plan->strategy == CUCORE_COPY_KERNEL) {
        cucore__text_add_written(text, &plan->as.written);
    } else {
        cucore__text_add(text, "%s, %llu bytes", plan->strategy == CUCORE_COPY_MEMCPY ? "memcpy" : "nothing",
                         (unsigned long long)plan->as.runs.bytes);
    }
}
