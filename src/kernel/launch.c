/* ----------------------------------------------------------------------------------------- >>impl-kernel-launch -- */
/* kernel/launch.c: the parameters of a kernel, checked launches, occupancy. */
#define CUCORE__MOST_PARAMS 256
#define CUCORE__MOST_ATTRIBUTES 16
#define CUCORE__PORTABLE_CLUSTER 8

/* What the driver reports of a function.  It is asked once, and the facts are kept as long as the kernel is loaded, in
 * a list like that of its functions.  The entry of a context that is gone is used again; `older` keeps its earlier
 * facts, so that they do not leak. */
typedef struct cucore__kernel_facts {
    struct cucore__kernel_facts *older;
    CUfunction function;
    unsigned threads_most;                /* of a block; 0: not known */
    unsigned shared_static;               /* bytes */
    CUCORE__ATOMIC(unsigned) shared_most; /* dynamic bytes that a launch may have now */
    CUCORE__ATOMIC(int) has_large_clusters;
    int param_count; /* -1: not known */
    uint32_t param_nbytes[1];
} cucore__kernel_facts;

typedef struct cucore__kernel_of_function {
    cucore_kernel *kernel;
    CUfunction function;
} cucore__kernel_of_function;

CUCORE__PRIVATE cucore_status cucore__function_attribute(CUfunction function, cucore__CUfunction_attribute attribute,
                                                         unsigned otherwise, unsigned *out)
{
    int value = 0;
    cucore_status status = CUCORE_OK;
    *out = otherwise;
    if (!cucore__driver.FuncGetAttribute) return CUCORE_OK;
    status = CUCORE__CALL(FuncGetAttribute, (&value, attribute, function));
    if (!status) *out = value > 0 ? (unsigned)value : 0;
    return status;
}

/* Finds the number and sizes of the parameters: the driver refuses the first number after the last one. */
CUCORE__PRIVATE cucore_status cucore__function_params(CUfunction function, uint32_t *nbytes, int *count)
{
    *count = -1;
    if (!cucore__driver.FuncGetParamInfo) return CUCORE_OK;
    for (*count = 0; *count <= CUCORE__MOST_PARAMS; (*count)++) {
        size_t offset = 0, size = 0;
        cucore__CUresult result = cucore__driver.FuncGetParamInfo(function, (size_t)*count, &offset, &size);
        if (result == CUCORE__CUDA_ERROR_INVALID_VALUE) return CUCORE_OK;
        if (result) return cucore__fail_result(result, "cuFuncGetParamInfo");
        if (*count < CUCORE__MOST_PARAMS) nbytes[*count] = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    }
    return CUCORE_OK;
}

/* A cucore__loader: what is `loaded` are the facts. */
CUCORE__PRIVATE cucore_status cucore__kernel_facts_load(const void *what, CUcontext context, unsigned long long id,
                                                        CUfunction *out)
{
    const cucore__kernel_of_function *of = (const cucore__kernel_of_function *)what;
    const cucore__loaded *one =
        (const cucore__loaded *)CUCORE__LOAD((cucore__loaded_list *)&of->kernel->private_[CUCORE__KERNEL_FACTS]);
    uint32_t nbytes[CUCORE__MOST_PARAMS];
    cucore__kernel_facts facts, *made;
    unsigned shared_most = 0, unasked;
    size_t sizes;
    cucore__CUstreamCaptureMode mode;
    int exchanged = cucore__relaxed_begin(&mode);
    cucore_status status;
    (void)id;
    memset(&facts, 0, sizeof facts);
    facts.function = of->function;
    status = cucore__function_params(of->function, nbytes, &facts.param_count);
    if (!status)
        status = cucore__function_attribute(of->function, CUCORE__CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0,
                                            &facts.threads_most);
    if (!status)
        status = cucore__function_attribute(of->function, CUCORE__CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 0,
                                            &facts.shared_static);
    if (!status)
        status = cucore__function_attribute(of->function, CUCORE__CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                            48 << 10, &shared_most);
    cucore__relaxed_end(exchanged, &mode);
    if (status) return status;
    unasked = facts.shared_static < 48u << 10 ? (48u << 10) - facts.shared_static : 0;
    if (shared_most > unasked) shared_most = unasked; /* another caller may have allowed more */
    while (one && one->context != context) one = one->next;
    sizes = facts.param_count > 0 ? (size_t)facts.param_count : 0;
    if (sizes > CUCORE__MOST_PARAMS) sizes = CUCORE__MOST_PARAMS;
    made = (cucore__kernel_facts *)malloc(sizeof *made + sizes * sizeof *nbytes);
    if (!made) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for what a kernel remembers of a context");
    *made = facts;
    made->older = one ? (cucore__kernel_facts *)one->handle : NULL;
    CUCORE__STORE(&made->shared_most, shared_most);
    memcpy(made->param_nbytes, nbytes, sizes * sizeof *nbytes);
    *out = (CUfunction)(void *)made;
    return CUCORE_OK;
}

/* In the current context, which is `context`: without a lock once it was used there. */
CUCORE__PRIVATE cucore_status cucore__kernel_facts_in(cucore_kernel *kernel, CUcontext context,
                                                      cucore__kernel_facts **out)
{
    cucore__loaded_list *list = (cucore__loaded_list *)&kernel->private_[CUCORE__KERNEL_FACTS];
    cucore__kernel_of_function of;
    CUfunction made = NULL;
    cucore_status status;
    *out = (cucore__kernel_facts *)cucore__loaded_find(list, context, cucore__context_id(context), NULL);
    if (CUCORE__LIKELY(*out)) return CUCORE_OK;
    of.kernel = kernel;
    status = cucore__kernel_function_in(kernel, context, &of.function);
    if (!status) status = cucore__loaded_make(list, context, cucore__kernel_facts_load, &of, &made);
    if (!status) *out = (cucore__kernel_facts *)(void *)made;
    return status;
}

/* -- parameters ---------------------------------------------------------------------------------------------------- */
/* "kernel 'axpy': parameter 1 (alpha) ..." */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_param(const cucore_kernel *kernel, const cucore_params *params,
                                                              size_t i, const char *what)
{
    const char *name = params->items[i].name;
    return cucore__invalid("kernel '%.100s': parameter %d%s%.100s%s %s", kernel->name, (int)i, name ? " (" : "",
                           name ? name : "", name ? ")" : "", what);
}

/* The addresses of values, as the driver wants them. */
CUCORE__PRIVATE cucore_status cucore__params_pack(const cucore_kernel *kernel, const cucore__kernel_facts *facts,
                                                  const cucore_params *params, void **values)
{
    const size_t count = params ? params->count : 0;
    char what[80];
    size_t i;
    if (count > CUCORE__MOST_PARAMS) {
        return cucore__invalid("kernel '%.100s': %llu parameters were given; the most that there can be are %d",
                               kernel->name, (unsigned long long)count, CUCORE__MOST_PARAMS);
    }
    if (count && !params->items) return cucore__fail_null("cucore_kernel_launch_params", "params->items");
    if (facts->param_count >= 0 && (size_t)facts->param_count != count) {
        return cucore__invalid("kernel '%.100s' takes %d parameter%s, %d %s given", kernel->name, facts->param_count,
                               facts->param_count == 1 ? "" : "s", (int)count, count == 1 ? "was" : "were");
    }
    for (i = 0; i < count; i++) {
        const cucore_param *param = &params->items[i];
        if (!param->value) return cucore__fail_param(kernel, params, i, "is NULL; the address of its value is needed");
        if (facts->param_count >= 0 && param->nbytes != facts->param_nbytes[i]) {
            snprintf(what, sizeof what, "has %llu byte%s, the kernel takes %u", (unsigned long long)param->nbytes,
                     param->nbytes == 1 ? "" : "s", (unsigned)facts->param_nbytes[i]);
            return cucore__fail_param(kernel, params, i, what);
        }
        values[i] = (void *)(uintptr_t)param->value; /* read only */
    }
    return CUCORE_OK;
}

/* -- what a launch needs ------------------------------------------------------------------------------------------- */
/* What can be seen without the driver. */
CUCORE__PRIVATE cucore_status cucore__launch_check_more(const cucore_kernel *kernel, const cucore_launch *launch)
{
    const cucore_launch_config *config = &launch->config;
    const uint64_t unknown = launch->flags & ~(CUCORE_LAUNCH_COOPERATIVE | CUCORE_LAUNCH_PROGRAMMATIC);
    cucore_status status = cucore__launch_check(config);
    int i;
    if (status) return status;
    if (unknown) {
        return cucore__invalid("kernel '%.100s': of the flags 0x%llx, 0x%llx mean nothing to a launch", kernel->name,
                               (unsigned long long)launch->flags, (unsigned long long)unknown);
    }
    if (config->attribute_count > CUCORE__MOST_ATTRIBUTES) {
        return cucore__invalid("kernel '%.100s': attribute_count is %u; the most that there can be is %d", kernel->name,
                               config->attribute_count, CUCORE__MOST_ATTRIBUTES);
    }
    for (i = 0; i < 3; i++) {
        const unsigned grid = config->grid[i];
        if (i > 0 && grid > 65535) {
            return cucore__invalid("kernel '%.100s': the grid has %u blocks in %c; the most that there can be is 65535",
                                   kernel->name, grid, 'x' + i);
        }
        if (launch->cluster[i] > 1 && !cucore__launch_is_empty(config) && grid % launch->cluster[i]) {
            return cucore__invalid("kernel '%.100s': the grid has %u block%s in %c, which clusters of %u do not divide",
                                   kernel->name, grid, grid == 1 ? "" : "s", 'x' + i, launch->cluster[i]);
        }
    }
    return CUCORE_OK;
}

/* Refuses more threads than a block of this kernel can have; the message of the driver would be "invalid argument". */
CUCORE__PRIVATE cucore_status cucore__block_check(const cucore_kernel *kernel, const cucore__kernel_facts *facts,
                                                  const unsigned *block)
{
    uint64_t threads = 1;
    int i;
    if (!facts->threads_most) return CUCORE_OK;
    for (i = 0; i < 3; i++) { /* below 2^64: what was too large ended before */
        threads *= block[i];
        if (threads > facts->threads_most) break;
    }
    if (CUCORE__LIKELY(i == 3)) return CUCORE_OK;
    return cucore__invalid("kernel '%.100s': a block of %u x %u x %u threads; this kernel can have %u", kernel->name,
                           block[0], block[1], block[2], facts->threads_most);
}

/* Beyond what a kernel has without asking.  All that the device has is asked for at once, so that it does not matter
 * which of two threads comes last. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__shared_allow(const cucore_kernel *kernel,
                                                                 cucore__kernel_facts *facts, CUcontext context,
                                                                 size_t nbytes)
{
    int device = 0, most = 0;
    cucore_status status = cucore__context_current_device(context, &device);
    if (!status)
        status = CUCORE__CALL(DeviceGetAttribute,
                              (&most, CUCORE__CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device));
    if (status) return status;
    if (most < 0 || (unsigned)most < facts->shared_static || nbytes > (unsigned)most - facts->shared_static) {
        return cucore__invalid("kernel '%.100s': %llu bytes of dynamic shared memory and %u of static; a block on "
                               "device %d can have %d",
                               kernel->name, (unsigned long long)nbytes, facts->shared_static, device, most);
    }
    most -= (int)facts->shared_static;
    CUCORE__CALL_RELAXED(status, FuncSetAttribute,
                         (facts->function, CUCORE__CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most));
    if (!status) CUCORE__STORE(&facts->shared_most, (unsigned)most);
    return status;
}

CUCORE__PRIVATE inline cucore_status cucore__shared_check(const cucore_kernel *kernel, cucore__kernel_facts *facts,
                                                          CUcontext context, size_t nbytes)
{
    if (CUCORE__LIKELY(nbytes <= CUCORE__LOAD(&facts->shared_most))) return CUCORE_OK;
    return cucore__shared_allow(kernel, facts, context, nbytes);
}

/* The blocks that run at the same time. */
typedef struct cucore__residency {
    int each; /* on one multiprocessor */
    int multiprocessors;
} cucore__residency;

CUCORE__PRIVATE cucore_status cucore__blocks_at_a_time(const cucore__kernel_facts *facts, CUcontext context,
                                                       unsigned threads, size_t shared_nbytes, cucore__residency *out)
{
    int device = 0;
    cucore_status status = cucore__context_current_device(context, &device);
    if (!status)
        status = CUCORE__CALL(DeviceGetAttribute,
                              (&out->multiprocessors, CUCORE__CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    if (!status)
        status = CUCORE__CALL(OccupancyMaxActiveBlocksPerMultiprocessor,
                              (&out->each, facts->function, (int)threads, shared_nbytes));
    return status;
}

/* Refuses a cooperative grid whose blocks do not all run at the same time.  The driver refuses too many blocks in
 * clusters. */
CUCORE__PRIVATE cucore_status cucore__cooperative_check(const cucore_kernel *kernel, const cucore__kernel_facts *facts,
                                                        CUcontext context, const cucore_launch *launch)
{
    const cucore_launch_config *config = &launch->config;
    uint64_t blocks = 1;
    unsigned threads = 1;
    cucore__residency most = {0, 0};
    int i;
    cucore_status status;
    if (!cucore__driver.OccupancyMaxActiveBlocksPerMultiprocessor || !facts->threads_most) return CUCORE_OK;
    for (i = 0; i < 3; i++) {
        blocks *= config->grid[i];   /* below 2^63 */
        threads *= config->block[i]; /* threads_most or fewer */
    }
    status = cucore__blocks_at_a_time(facts, context, threads, config->shared_nbytes, &most);
    if (status || blocks <= (uint64_t)most.each * (unsigned)most.multiprocessors) return status;
    return cucore__invalid("kernel '%.100s': a cooperative grid of %llu blocks; %d run at a time, %d on each of %d "
                           "multiprocessors",
                           kernel->name, (unsigned long long)blocks, most.each * most.multiprocessors, most.each,
                           most.multiprocessors);
}

/* Clusters of more blocks than every device has: from now on. */
CUCORE__PRIVATE cucore_status cucore__clusters_allow(cucore__kernel_facts *facts, const unsigned *cluster)
{
    uint64_t blocks = 1;
    int i;
    cucore_status status;
    for (i = 0; i < 3; i++) blocks *= cluster[i] ? cluster[i] : 1; /* they divide the grid */
    if (blocks <= CUCORE__PORTABLE_CLUSTER || CUCORE__LOAD(&facts->has_large_clusters)) return CUCORE_OK;
    CUCORE__CALL_RELAXED(status, FuncSetAttribute,
                         (facts->function, CUCORE__CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    if (!status) CUCORE__STORE(&facts->has_large_clusters, 1);
    return status;
}

/* -- launches ------------------------------------------------------------------------------------------------------ */
/* Launches with attributes: those of the caller, then those of flags and clusters. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__launch_extended(CUfunction function, const cucore_launch *launch,
                                                                    CUstream stream, void **values)
{
    cucore__CUlaunchAttribute attributes[CUCORE__MOST_ATTRIBUTES + 3];
    cucore_launch_config config = launch->config;
    unsigned cluster[3], on = 1, n = config.attribute_count;
    int i, has_clusters = 0;
    memset(attributes, 0, sizeof attributes);
    if (n) memcpy(attributes, (const void *)config.attributes, n * sizeof *attributes);
    for (i = 0; i < 3; i++) {
        has_clusters |= launch->cluster[i] != 0;
        cluster[i] = launch->cluster[i] ? launch->cluster[i] : 1;
    }
    if (has_clusters) {
        attributes[n].id = CUCORE__CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        memcpy(attributes[n++].value, cluster, sizeof cluster);
    }
    if (launch->flags & CUCORE_LAUNCH_COOPERATIVE) {
        attributes[n].id = CUCORE__CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        memcpy(attributes[n++].value, &on, sizeof on);
    }
    if (launch->flags & CUCORE_LAUNCH_PROGRAMMATIC) {
        attributes[n].id = CUCORE__CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        memcpy(attributes[n++].value, &on, sizeof on);
    }
    config.attributes = (const struct CUlaunchAttribute_st *)(const void *)attributes;
    config.attribute_count = n;
    return cucore__launch(function, &config, stream, (const void *const *)values);
}

CUCORE_API cucore_status cucore_kernel_launch_params(cucore_kernel *kernel, int device_id, const cucore_launch *launch,
                                                     CUstream stream, const cucore_params *params)
{
    void *values[CUCORE__MOST_PARAMS];
    cucore__kernel_facts *facts = NULL;
    cucore__place place;
    cucore_context_guard guard;
    int is_plain;
    cucore_status status = cucore__kernel_check(kernel, launch, "cucore_kernel_launch_params", "launch");
    if (!status) status = cucore__launch_check_more(kernel, launch);
    if (status || cucore__launch_is_empty(&launch->config)) return status;
    status = cucore__kernel_place(device_id, stream, &place);
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    is_plain = !(launch->cluster[0] | launch->cluster[1] | launch->cluster[2]) && !launch->flags;
    status = cucore__kernel_facts_in(kernel, place.context, &facts);
    if (!status) status = cucore__params_pack(kernel, facts, params, values);
    if (!status) status = cucore__block_check(kernel, facts, launch->config.block);
    if (!status) status = cucore__shared_check(kernel, facts, place.context, launch->config.shared_nbytes);
    if (!status && !is_plain) status = cucore__clusters_allow(facts, launch->cluster);
    if (!status && launch->flags & CUCORE_LAUNCH_COOPERATIVE)
        status = cucore__cooperative_check(kernel, facts, place.context, launch);
    if (!status) {
        status = is_plain ? cucore__launch(facts->function, &launch->config, place.stream, (const void *const *)values)
                          : cucore__launch_extended(facts->function, launch, place.stream, values);
    }
    cucore_context_leave(&guard);
    return status;
}

/* -- occupancy ----------------------------------------------------------------------------------------------------- */
/* Most threads at a time: of the sizes that are whole warps, the largest first. */
CUCORE__PRIVATE cucore_status cucore__block_best(const cucore__kernel_facts *facts, size_t shared_nbytes, unsigned *out)
{
    const unsigned warp = 32, most = facts->threads_most ? facts->threads_most : 1024;
    unsigned block, best = 0;
    *out = most;
    for (block = most / warp * warp; block; block -= warp) {
        int each = 0;
        cucore_status status = CUCORE__CALL(OccupancyMaxActiveBlocksPerMultiprocessor,
                                            (&each, facts->function, (int)block, shared_nbytes));
        if (status) return status;
        if (each > 0 && (unsigned)each * block > best) {
            best = (unsigned)each * block;
            *out = block;
        }
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__cluster_most(const cucore__kernel_facts *facts, CUcontext context, unsigned block,
                                                   size_t shared_nbytes, int *out)
{
    cucore__CUlaunchConfig config;
    int device = 0, major = 0;
    cucore_status status = cucore__context_current_device(context, &device);
    *out = 1;
    if (!status)
        status =
            CUCORE__CALL(DeviceGetAttribute, (&major, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    if (status || major < 9 || !cucore__driver.OccupancyMaxPotentialClusterSize) return status;
    memset(&config, 0, sizeof config);
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = block;
    config.blockDimY = config.blockDimZ = 1;
    config.sharedMemBytes = (unsigned)shared_nbytes;
    return CUCORE__CALL(OccupancyMaxPotentialClusterSize, (out, facts->function, &config));
}

CUCORE_API cucore_status cucore_kernel_get_occupancy(cucore_kernel *kernel, int device_id, unsigned block,
                                                     size_t shared_nbytes, cucore_occupancy *out)
{
    cucore__kernel_facts *facts = NULL;
    CUcontext context = NULL;
    cucore_context_guard guard;
    unsigned threads[3] = {1, 1, 1};
    cucore__residency most = {0, 0};
    int cluster = 1;
    cucore_status status = cucore__kernel_check(kernel, out, "cucore_kernel_get_occupancy", "out");
    if (!status) status = cucore__context_of_device(device_id, &context, NULL);
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    status = cucore__kernel_facts_in(kernel, context, &facts);
    if (!status) status = cucore__shared_check(kernel, facts, context, shared_nbytes);
    if (!status && !block) status = cucore__block_best(facts, shared_nbytes, &block);
    threads[0] = block;
    if (!status) status = cucore__block_check(kernel, facts, threads);
    if (!status) status = cucore__blocks_at_a_time(facts, context, block, shared_nbytes, &most);
    if (!status) status = cucore__cluster_most(facts, context, block, shared_nbytes, &cluster);
    cucore_context_leave(&guard);
    if (status) return status;
    memset(out, 0, sizeof *out);
    out->block = block;
    out->blocks_per_multiprocessor = (unsigned)most.each;
    out->blocks = (unsigned)most.each * (unsigned)most.multiprocessors;
    out->cluster_most = (unsigned)cluster;
    return CUCORE_OK;
}
#undef CUCORE__MOST_PARAMS
#undef CUCORE__MOST_ATTRIBUTES
#undef CUCORE__PORTABLE_CLUSTER
