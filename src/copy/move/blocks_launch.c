/* ------------------------------------------------------------------------------------------- >>impl-copy-blocks -- */
/* copy/move/blocks_launch.c: the kernel of blocks, launched, and the data that are sent ahead of it. */
#ifndef CUCORE__BLOCKS_PIECE
#define CUCORE__BLOCKS_PIECE 2048 /* bytes of an item: 32 threads with four words of 16 bytes each */
#endif
#ifndef CUCORE__BLOCKS_GRID
#define CUCORE__BLOCKS_GRID 4096 /* blocks of threads at most: some waves on any device */
#endif
#ifndef CUCORE__BLOCKS_GRID_BUS
#define CUCORE__BLOCKS_GRID_BUS 256 /* the same if memory of the host takes part: more do not fill the bus better */
#endif
#ifndef CUCORE__BLOCKS_FLAT
#define CUCORE__BLOCKS_FLAT 1 /* 1: blocks that are one aligned run each have a kernel of their own */
#endif
#define CUCORE__BLOCKS_LAYERS 65535     /* that a grid has */
#define CUCORE__BLOCKS_ITEMS 0x7fffffff /* that a launch has */

/* Where and how: what all launches of a call have in common. */
typedef struct cucore__blocks_launch {
    cucore__place place;
    cucore_memory_resource *resource;
    int device_id;
    int captured; /* 1: into a graph, which keeps only what is a parameter of the kernel */
    int over_bus; /* 1: memory of the host takes part */
} cucore__blocks_launch;

/* Sets the device of the place, and whether its stream is captured. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_begin(cucore__blocks_launch *launch)
{
    cucore__capture capture = {0, 0, 0};
    cucore_status status = cucore__context_device(launch->place.context, &launch->device_id);
    if (!status) status = cucore__place_capture(&launch->place, &capture);
    if (!status && capture.is_beside) status = cucore__fail_beside();
    launch->captured = capture.is_active;
    return status;
}

/* -- sent ahead: through pinned memory to temporary memory of the device -------------------------------------- */
/* Data on their way to the device.  Zeroed at first. */
typedef struct cucore__sending {
    cucore__stage_slot *slot;
    cucore__stage_slot own; /* if all others are in use by other threads */
    cucore_buffer temp;     /* on the device */
} cucore__sending;

/* Room for `bytes` bytes in pinned memory, and in temporary memory of the device.  Ended by cucore__sending_end, also
 * on error. */
CUCORE__PRIVATE cucore_status cucore__sending_begin(cucore__sending *sending, size_t bytes,
                                                    const cucore__blocks_launch *launch)
{
    cucore_memory_resource *resource = launch->resource;
    const int device_id = launch->device_id;
    cucore_status status;
    sending->slot = cucore__stage_slot_take(&sending->own);
    status = cucore__stage_slot_grow(sending->slot, bytes, device_id);
    if (!status && !resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, device_id, &resource);
    if (!status) status = cucore_buffer_allocate(resource, bytes, launch->place.stream, &sending->temp);
    return status ? status : cucore__copy_check_temp(&sending->temp, device_id);
}

/* In the context of the stream. */
CUCORE__PRIVATE cucore_status cucore__sending_send(cucore__sending *sending, const cucore__place *place)
{
    cucore_status status = CUCORE__CALL(MemcpyAsync, ((uintptr_t)sending->temp.ptr, (uintptr_t)sending->slot->memory,
                                                      sending->temp.nbytes, place->stream));
    if (status) return status;
    return cucore__stage_slot_record(sending->slot, place) ? cucore__synchronize_relaxed(place->stream) : CUCORE_OK;
}

/* Called after the kernels that read the data.  status: of what was done so far; the first failure stays. */
CUCORE__PRIVATE cucore_status cucore__sending_end(cucore__sending *sending, cucore_status status)
{
    cucore__copy_result result;
    memset(&result, 0, sizeof result);
    if (!sending->slot) return status;
    (void)cucore__copy_keep_first_error(&result, status);
    cucore__copy_end_buffer(&result, &sending->temp);
    cucore__stage_slot_put(sending->slot, &sending->own);
    if (result.status) cucore__error = result.error;
    return result.status;
}

/* -- launches ------------------------------------------------------------------------------------------------------ */
#if defined(CUCORE_COPY_NO_KERNELS)
enum { cucore__kernel_ptx_blocks, cucore__kernel_ptx_flat };

CUCORE__PRIVATE cucore_status cucore__blocks_function(int index, CUfunction *out)
{
    (void)index;
    *out = NULL;
    return cucore_fail(CUCORE_UNSUPPORTED, "CUCORE_COPY_NO_KERNELS leaves out the kernel that copies blocks");
}
#else
static const cucore__ptx_pack cucore__blocks_ptx = {cucore__ptx_blocks_packed, CUCORE__PTX_BLOCKS_BYTES};
static cucore__loaded_list cucore__blocks_functions[2]; /* of each of these kernels in each context */

/* index: cucore__kernel_ptx_blocks, for blocks by their numbers and tables; cucore__kernel_ptx_flat, for blocks that
 * are one aligned run each. */
CUCORE__PRIVATE cucore_status cucore__blocks_function(int index, CUfunction *out)
{
    cucore__ptx_kernel kernel;
    kernel.pack = &cucore__blocks_ptx;
    kernel.index = index;
    kernel.name = index == cucore__kernel_ptx_flat ? "flat" : "blocks";
    return cucore__copy_function(&cucore__blocks_functions[index], cucore__ptx_load, &kernel, out);
}
#endif

/* So many threads, as a power of two, that each has four words of an item, or that eight of them work on a short
 * one. */
CUCORE__PRIVATE uint32_t cucore__blocks_lanes(uint64_t bytes)
{
    const uint64_t words = (bytes + CUCORE__KERNEL_WORD - 1) / CUCORE__KERNEL_WORD;
    const uint64_t each = words / CUCORE__BLOCKS_FLIGHT, wanted = each >= 8 ? each : words < 8 ? words : 8;
    uint32_t lanes = 0;
    while (lanes < CUCORE__BLOCKS_LANES && (uint64_t)1 << lanes < wanted) lanes++;
    return lanes;
}

/* Launches one of the two kernels.  blocks, layers: blocks of the grid in x and y.  The context of the stream is
 * current. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_grid(const cucore__blocks_launch *launch, int index,
                                                         void *parameters, uint32_t blocks, uint32_t layers)
{
    CUfunction function;
    void *arguments[1];
    cucore_status status;
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    status = cucore__blocks_function(index, &function);
    if (status) return status;
    arguments[0] = parameters;
    return CUCORE__CALL(LaunchKernel, (function, blocks, layers, 1, CUCORE__KERNEL_THREADS, 1, 1, 0,
                                       launch->place.stream, arguments, NULL));
}

CUCORE__PRIVATE cucore_status cucore__blocks_launch_one(const cucore__blocks_launch *launch, cucore__kernel_blocks *p,
                                                        uint32_t layers)
{
    const uint32_t in_block = (uint32_t)CUCORE__KERNEL_THREADS >> p->lanes;
    uint32_t most = (launch->over_bus ? CUCORE__BLOCKS_GRID_BUS : CUCORE__BLOCKS_GRID) / layers;
    p->blocks = (p->items - 1) / in_block + 1;
    if (most < 1) most = 1;
    if (p->blocks > most) p->blocks = most;
    return cucore__blocks_launch_grid(launch, cucore__kernel_ptx_blocks, p, p->blocks, layers);
}

/* So many threads, as a power of two, that each has at most four words of an item. */
CUCORE__PRIVATE uint32_t cucore__blocks_flat_lanes(uint64_t bytes)
{
    uint32_t lanes = 0;
    while (bytes > (uint64_t)(CUCORE__BLOCKS_FLIGHT * CUCORE__KERNEL_WORD) << lanes) lanes++;
    return lanes;
}

/* Returns 1 if the kernel of flat blocks takes the launch.  bases: dst and src of each layer */
CUCORE__PRIVATE int cucore__blocks_is_flat(const cucore__blocks_launch *launch, const cucore__kernel_blocks *p,
                                           const uint64_t *bases, size_t layers)
{
    uint64_t all = p->bytes | (uint64_t)p->side[0].block | (uint64_t)p->side[1].block;
    size_t k;
    if (!CUCORE__BLOCKS_FLAT || launch->over_bus || p->digits || layers > CUCORE__FLAT_LAYERS) return 0;
    for (k = 0; k < 2; k++) {
        const cucore__blocks_side *side = &p->side[k];
        if (side->source == CUCORE__BLOCKS_SENT) return 0;
        if (side->source == CUCORE__BLOCKS_MEMORY && side->bytes < 4) return 0;
    }
    for (k = 0; k < 2 * layers; k++) all |= bases[k];
    return all % CUCORE__KERNEL_WORD == 0 && p->bytes / CUCORE__KERNEL_WORD <= UINT32_MAX / 2 &&
           cucore__blocks_flat_lanes(p->bytes < p->piece ? p->bytes : p->piece) <= CUCORE__BLOCKS_LANES;
}

/* As cucore__blocks_launch_one, of what cucore__blocks_is_flat takes. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_flat(const cucore__blocks_launch *launch,
                                                         const cucore__kernel_blocks *p, const uint64_t *bases,
                                                         uint32_t layers)
{
    const uint32_t lanes = cucore__blocks_flat_lanes(p->bytes < p->piece ? p->bytes : p->piece);
    const uint32_t in_block = (uint32_t)CUCORE__KERNEL_THREADS >> lanes;
    cucore__kernel_flat flat;
    flat.items = p->items;
    flat.lanes = lanes;
    flat.words = (uint32_t)(p->bytes / CUCORE__KERNEL_WORD);
    flat.piece = p->piece / CUCORE__KERNEL_WORD;
    flat.report = p->report;
    flat.first = p->first;
    flat.reserved = 0;
    flat.pieces = p->pieces;
    memcpy(flat.side, p->side, sizeof flat.side);
    memcpy(flat.layers, bases, 16 * (size_t)layers);
    return cucore__blocks_launch_grid(launch, cucore__kernel_ptx_flat, &flat, (p->items - 1) / in_block + 1, layers);
}
