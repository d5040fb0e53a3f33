/* --------------------------------------------------------------------------------------------- >>kernel-launch -- */
/* kernel/launch.h: launches whose parameters are checked, and occupancy. */
/* A parameter of a kernel: the bytes that are passed by value.  All zero is no parameter, and refused. */
typedef struct cucore_param {
    const void *value; /* where they are; copied before the launch returns */
    size_t nbytes;
    const char *name; /* for messages; NULL: none */
} cucore_param;

/* The parameters of a launch, in order.  All zero: none. */
typedef struct cucore_params {
    const cucore_param *items;
    size_t count;
} cucore_params;

/* CUCORE_PARAM(variable) - pass a variable as a parameter: a number, a pointer of the device (x.ptr of a view x), an
 *   accessor, a loop, a tensor map, any struct that the kernel takes by value
 * CUCORE_PARAMS(CUCORE_PARAM(a), CUCORE_PARAM(b)) - the cucore_params of a launch, 256 at most.  It lives until the end
 *   of the call that it is written in.  For a kernel without parameters pass NULL. */
#if defined(__cplusplus)
extern "C++" {
template <size_t count> struct cucore__params {
    cucore_param items[count];
    cucore_params list;
    const cucore_params *get()
    {
        list.items = items;
        list.count = count;
        return &list;
    }
};
template <typename... Params> inline cucore__params<sizeof...(Params)> cucore__params_of(const Params &...params)
{
    cucore__params<sizeof...(Params)> made = {{params...}, {nullptr, 0}};
    return made;
}
}
#define CUCORE_PARAM(variable) (cucore_param{&(variable), sizeof(variable), #variable})
#define CUCORE_PARAMS(...) (cucore__params_of(__VA_ARGS__).get())
#else
#define CUCORE_PARAM(variable)                                                                                         \
    {                                                                                                                  \
        &(variable), sizeof(variable), #variable                                                                       \
    }
#define CUCORE_PARAMS(...)                                                                                             \
    (&(const cucore_params){(const cucore_param[]){__VA_ARGS__},                                                       \
                            sizeof((const cucore_param[]){__VA_ARGS__}) / sizeof(cucore_param)})
#endif

#define CUCORE_LAUNCH_COOPERATIVE (UINT64_C(1) << 0) /* all blocks run at a time: the grid may synchronize */
/* The kernel may start before the one ahead of it in the stream has ended, and waits for it by itself
 * (griddepcontrol.wait, cudaGridDependencySynchronize): programmatic dependent launch, compute capability 9.0. */
#define CUCORE_LAUNCH_PROGRAMMATIC (UINT64_C(1) << 1)

/* The way to launch a kernel whose parameters are checked.  All zero: there are no blocks, and a launch has no effect.
 * Clusters of more than 8 blocks, which not every device has, are allowed for the kernel once a launch asked for
 * them. */
typedef struct cucore_launch {
    cucore_launch_config config; /* grid, block, shared memory, at most 16 attributes of your own */
    unsigned cluster[3];         /* blocks of a cluster, x y z: divide the grid.  All 0: none; else 0 counts as 1 */
    uint64_t flags;              /* CUCORE_LAUNCH_... */
} cucore_launch;

/* cucore_kernel_launch_params - run a kernel on a device, and check its parameters before:
 *
 *     cucore_launch launch;
 *     memset(&launch, 0, sizeof launch);
 *     launch.config = cucore_launch_config_1d(n, 256);
 *     status = cucore_kernel_launch_params(&axpy, y.device_id, &launch, stream,
 *                                          CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(a), CUCORE_PARAM(x.ptr),
 *                                                        CUCORE_PARAM(y.ptr)));
 *
 *   device_id, stream  in  as for cucore_kernel_launch
 *   launch             in  without blocks (0 in any axis of config.grid) the call has no effect, whatever device_id,
 *                          stream and params are.  Shared memory beyond the 48 KB that every kernel has is requested
 *                          from the driver
 *   params             in  CUCORE_PARAMS, NULL if there are none: as many as the kernel takes, of its sizes.  Drivers
 *                          before CUDA 12.4 do not report what it takes: then this is not checked
 *   -> OK | as cucore_kernel_launch, and INVALID_ARGUMENT (a parameter without value, more or fewer than the kernel
 *      takes, of another size; flags; more threads in a block than the kernel can have, more shared memory than the
 *      device has, clusters that do not divide the grid, a cooperative grid of which not all blocks run at a time):
 *      "kernel 'axpy': ..." with the value that was given and what is possible | NO_DRIVER (too old for clusters and
 *      flags: CUDA 11.8)
 *   Any thread may call it.  The first use in a context blocks, as with cucore_kernel_launch.  Later launches ask the
 *   driver no more than cucore_kernel_launch does; a cooperative one also asks for the occupancy. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_kernel_launch_params(
    cucore_kernel *kernel, int device_id, const cucore_launch *launch, CUstream stream, const cucore_params *params);

/* The blocks of a kernel that run at a time.  The struct has no empty value: functions only fill it. */
typedef struct cucore_occupancy {
    unsigned block; /* threads of a block, as asked; or of the blocks that keep most threads running */
    unsigned blocks_per_multiprocessor; /* 0: not even one has room */
    unsigned blocks;                    /* ... on the whole device: the largest cooperative grid */
    unsigned cluster_most;              /* blocks of a cluster; 1: the device or the driver has no clusters */
} cucore_occupancy;

/* cucore_kernel_get_occupancy - report how many blocks of a kernel run at a time, or the best size of a block
 *   device_id      in   or CUCORE_DEVICE_CURRENT: in the context that cucore_context_enter_device would enter
 *   block          in   threads of a block; 0: the size that keeps most threads running, the largest of several
 *   shared_nbytes  in   dynamic shared memory of a block; beyond 48 KB it is requested from the driver
 *   out            out  untouched on error
 *   -> OK | as cucore_kernel_launch_params
 *   The first use loads the kernel, as a launch does */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_kernel_get_occupancy(cucore_kernel *kernel,
                                                                                    int device_id, unsigned block,
                                                                                    size_t shared_nbytes,
                                                                                    cucore_occupancy *out);
