/* ------------------------------------------------------------------------------------------- launching the plan -- */
/* copy/launch.c: the kernels of copies: loaded and launched. */
#define CUCORE__KERNEL_CONVERT CUCORE__KERNELS /* the number of the kernel that converts, after those of the planner */
static cucore__loaded_list
    cucore__copy_functions[CUCORE__KERNELS + 1]; /* the loaded function of each kernel in each context */

/* Returns 1 if two blocks of two tiles each fit on a multiprocessor of the current context's device, and allows
 * them. */
CUCORE__PRIVATE int cucore__kernel_allow_beside(CUfunction function)
{
    const int bytes = 2 * CUCORE__KERNEL_BESIDE, reserved = 1024; /* bytes that the driver reserves for each block */
    int device;
    int most = 0;
    if (!cucore__driver.FuncSetAttribute || !cucore__driver.DeviceGetAttribute) return 0;
    if (cucore__driver.CtxGetDevice(&device) != CUCORE__CUDA_SUCCESS) return 0;
    return cucore__driver.DeviceGetAttribute(&most, CUCORE__CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
                                             device) == CUCORE__CUDA_SUCCESS &&
           most >= 2 * (bytes + reserved) &&
           cucore__driver.FuncSetAttribute(function, CUCORE__CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes) ==
               CUCORE__CUDA_SUCCESS;
}

/* A cucore__loader.  Joins the pieces of the PTX, since a string literal of C99 has at most 4095 characters, and
 * compiles it.  out->extra: 1 if a block of the kernel can take two tiles. */
CUCORE__PRIVATE cucore_status cucore__copy_kernel_load(const void *what, CUcontext context, unsigned long long id,
                                                       cucore__function *out)
{
    const int kernel = *(const int *)what, converts = kernel == CUCORE__KERNEL_CONVERT;
    const char *const *parts = converts ? cucore__kernel_ptx_convert : cucore__kernels[kernel].ptx;
    size_t length = 1, i;
    CUmodule module = NULL;
    char name[40], *text;
    cucore_status status;
    (void)context, (void)id;
    for (i = 0; parts[i]; i++) length += strlen(parts[i]);
    text = (char *)malloc(length);
    if (!text) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu bytes of PTX", (unsigned long long)length);
    for (i = 0, text[0] = '\0'; parts[i]; i++) strcat(text, parts[i]);
    status = cucore__module_compile(text, &module);
    free(text);
    if (status) return status;
    snprintf(name, sizeof name, "cucore_copy_%s", converts ? "convert" : cucore__kernels[kernel].name);
    status = cucore__function_make(module, name, &out->handle);
    out->extra = !status && !converts && cucore__kernels[kernel].family == CUCORE__FAMILY_TWICE &&
                 cucore__kernel_allow_beside(out->handle);
    if (status) cucore__module_unload(module);
    return status;
}

/* Finds the function of a kernel in the current context; without a lock if it was used there before. */
CUCORE__PRIVATE cucore_status cucore__copy_kernel_function(int kernel, cucore__function *out)
{
    CUcontext context = NULL;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&context));
    if (status) return status;
    if (!context)
        return cucore__fail_driver(CUCORE_DRIVER, CUCORE__CUDA_ERROR_INVALID_CONTEXT, "cuCtxGetCurrent",
                                   "a strided copy needs a current context");
    out->handle = (CUfunction)cucore__loaded_find(&cucore__copy_functions[kernel], context, cucore__context_id(context),
                                                  NULL, &out->extra);
    if (CUCORE__LIKELY(out->handle)) return CUCORE_OK;
    return cucore__loaded_make(&cucore__copy_functions[kernel], context, cucore__copy_kernel_load, &kernel, out);
}

CUCORE__PRIVATE cucore_status cucore__kernel_plan_launch(const cucore__kernel_plan *plan, CUstream stream)
{
    cucore__function function = {NULL, 0};
    int alone;
    const cucore__kernel_runs *runs = &plan->as.runs;
    uint32_t shared = plan->shared;
    void *arguments[1];
    cucore_status status = cucore__driver_need();
    if (status || plan->strategy == CUCORE_COPY_NOTHING) return status;
    if (plan->strategy == CUCORE_COPY_MEMCPY) {
        return CUCORE__CALL(MemcpyAsync, ((uintptr_t)runs->dst, (uintptr_t)runs->src, (size_t)runs->bytes, stream));
    }
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    status = cucore__copy_kernel_function((int)plan->kernel, &function);
    if (status) return status;
    alone = plan->block > CUCORE__KERNEL_THREADS && !function.extra; /* one tile for each of twice as many blocks */
    if (alone) shared -= CUCORE__KERNEL_WORD * plan->as.tile.beside;
    arguments[0] = (void *)(uintptr_t)&plan->as; /* read only */
    return CUCORE__CALL(LaunchKernel, (function.handle, plan->grid[0] << alone, plan->grid[1], plan->grid[2],
                                       plan->block >> alone, 1, 1, shared, stream, arguments, NULL));
}
