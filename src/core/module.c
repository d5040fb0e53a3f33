/* ----------------------------------------------------------------------------------------------- >>impl-module -- */
/* core/module.c: modules and launches.  For users and copy/launch.c. */
/* The first line of the compiler's log is added to the message. */
CUCORE__PRIVATE cucore_status cucore__module_compile(const void *image, CUmodule *out)
{
    char log[256] = "", reason[sizeof cucore__error.message];
    CUjit_option options[2] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[2] = {log, (void *)(uintptr_t)sizeof log};
    CUresult result;
    const char *call;
    cucore_status status;
    CUCORE__CALL_RELAXED(status, ModuleLoadDataEx, (out, image, 2, options, values));
    log[sizeof log - 1] = '\0';
    log[strcspn(log, "\n")] = '\0';
    if (!status || !log[0]) return status;
    result = cucore__error.result;
    call = cucore__error.call;
    memcpy(reason, cucore__error.message, sizeof reason);
    return cucore__fail_driver(status, result, call, "%s: %s", reason, log);
}

CUCORE_API cucore_status cucore_module_load(int device_id, const void *image, cucore_module *out)
{
    cucore_context_guard guard;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_module_load", "out");
    memset(out, 0, sizeof *out);
    if (!image) return cucore__fail_null("cucore_module_load", "image");
    guard.private_ = 0;
    status = cucore__context_of_device(device_id, &out->context, &out->device_id);
    if (!status) status = cucore_context_enter(out->context, &guard);
    if (!status) status = cucore__module_compile(image, &out->handle);
    cucore_context_leave(&guard);
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_module_get_function(CUmodule module, const char *name, CUfunction *out)
{
    CUfunction function = NULL;
    CUresult result;
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!module || !name || !out) {
        return cucore__fail_null("cucore_module_get_function", !module ? "module" : !name ? "name" : "out");
    }
    if (!cucore__driver.ModuleGetFunction) return cucore__fail_missing("cuModuleGetFunction");
    result = cucore__driver.ModuleGetFunction(&function, module, name);
    if (result == CUDA_ERROR_NOT_FOUND) {
        return cucore__fail_driver(CUCORE_DRIVER, result, "cuModuleGetFunction",
                                   "cuModuleGetFunction failed: %s (%d), the module has no kernel named '%s'",
                                   cucore__result_name(result), (int)result, name);
    }
    status = cucore__check_result(result, "cuModuleGetFunction");
    if (!status) *out = function;
    return status;
}

CUCORE_API cucore_status cucore_module_release(cucore_module *module)
{
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    if (!module) return CUCORE_OK;
    if (module->handle) {
        status = cucore_context_enter(module->context, &guard);
        if (status) return status;
        CUCORE__CALL_RELAXED(status, ModuleUnload, (module->handle));
        cucore_context_leave(&guard);
    }
    if (!status) memset(module, 0, sizeof *module);
    return status;
}

CUCORE_API cucore_status cucore_function_launch(CUfunction function, const cucore_launch_config *config,
                                                CUstream stream, void **args)
{
    cucore__place place;
    unsigned grid[3], block[3];
    int i;
    cucore_status status;
    if (!function || !config) return cucore__fail_null("cucore_function_launch", function ? "config" : "function");
    for (i = 0; i < 3; i++) {
        grid[i] = config->grid[i] ? config->grid[i] : 1;
        block[i] = config->block[i] ? config->block[i] : 1;
    }
    status = cucore__place_of_caller(stream, 0, &place);
    if (!status)
        CUCORE__CALL_IN(status, place.context, LaunchKernel,
                        (function, grid[0], grid[1], grid[2], block[0], block[1], block[2], config->shared_bytes,
                         place.stream, args, NULL));
    return status;
}
