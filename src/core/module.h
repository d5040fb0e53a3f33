/* ---------------------------------------------------------------------------------------------------- >>module -- */
/* core/module.h: kernels, launches, modules. */
/* The way to launch a kernel.  All zero: there are no blocks, and a launch has no effect. */
typedef struct cucore_launch_config {
    unsigned grid[3];  /* blocks, x y z; at most 2147483647, 65535, 65535.  0 in any axis: no blocks (rules B132) */
    unsigned block[3]; /* threads of a block, x y z; 0 is refused, unless the grid has no blocks in x */
    unsigned shared_nbytes; /* dynamic shared memory of a block */
    unsigned attribute_count;
    const struct CUlaunchAttribute_st *attributes; /* CUlaunchAttributes: clusters, programmatic launches, ...: see
                                                      cuLaunchKernelEx (CUDA 11.6) */
} cucore_launch_config;

/* cucore_launch_config_1d - configure blocks of `block` threads (0 counts as 1) for n elements, one thread each, in x
 *   n  in  0 or less: no blocks.  If a grid has not enough blocks (2147483647) the launch is refused; the number does
 *          not wrap */
static inline cucore_launch_config cucore_launch_config_1d(int64_t n, unsigned block)
{
    cucore_launch_config config = {{0, 1, 1}, {0, 1, 1}, 0, 0, NULL};
    config.block[0] = block ? block : 1;
    if (n > 0) {
        int64_t blocks = (n - 1) / config.block[0] + 1;
        config.grid[0] = blocks < UINT32_MAX ? CUCORE__CAST(unsigned, blocks) : UINT32_MAX;
    }
    return config;
}

/* CUCORE_ARGS(&a, &b) - the arguments of a kernel, in order: the addresses of variables of exactly the types of its
 *   parameters (for a pointer of the device the address of a variable that holds it).  It lives until the end of the
 *   call that it is written in.  For a kernel without parameters pass NULL. */
#if defined(__cplusplus)
extern "C++" {
template <size_t count> struct cucore__args {
    const void *private_[count];
    const void *const *get() const
    {
        return private_;
    }
};
template <typename... Pointers> inline cucore__args<sizeof...(Pointers)> cucore__args_of(Pointers... pointers)
{
    cucore__args<sizeof...(Pointers)> args = {{pointers...}};
    return args;
}
}
#define CUCORE_ARGS(...) (cucore__args_of(__VA_ARGS__).get())
#else
#define CUCORE_ARGS(...) ((const void *const[]){__VA_ARGS__})
#endif

/* The way to make the image of a kernel that has none yet: cucore_kernel.h compiles programs.  It is called in the
 * current context, under the lock of loading; image and name stay until the process ends. */
struct cucore_kernel;
typedef struct cucore__kernel_maker {
    cucore_status (*make)(const struct cucore_kernel *kernel, const void **image, const char **name);
} cucore__kernel_maker;

/* A kernel that is loaded in a context when it is first used there:
 *
 *     static cucore_kernel axpy = CUCORE_KERNEL(ptx, "axpy");
 *     cucore_launch_config config = cucore_launch_config_1d(n, 256);
 *     status = cucore_kernel_launch(&axpy, y.device_id, &config, stream, CUCORE_ARGS(&n, &a, &x.ptr, &y.ptr));
 *
 * The kernel needs static storage, since it remembers what it has loaded until the process ends; so does the image.
 * Several kernels of one image (the same address) share what is loaded of it.  All zero is no kernel. */
typedef struct cucore_kernel {
    const void *image; /* PTX text (NUL-terminated), a cubin or a fatbin */
    const char *name;  /* of the kernel in it: extern "C", or mangled */
    void *private_[3];
} cucore_kernel;

#define CUCORE_KERNEL(image, name)                                                                                     \
    {                                                                                                                  \
        image, name,                                                                                                   \
        {                                                                                                              \
            NULL, NULL, NULL                                                                                           \
        }                                                                                                              \
    }

/* cucore_kernel_launch - run a kernel on a device
 *   device_id  in  the device that the data are on; or CUCORE_DEVICE_CURRENT
 *   config     in  without blocks (0 in any axis of grid) the call has no effect, whatever device_id and stream are
 *   stream     in  a stream of that device; the kernel runs in its context.  A default stream is the one of device_id
 *                  (Streams in >>manual of cucore.h)
 *   args       in  CUCORE_ARGS, NULL when there are none; copied before the call returns
 *   -> OK | INVALID_ARGUMENT (NULL, device_id, a CUCORE_STREAM_... value, a grid that is too large, a block
 *      of 0 threads in an axis) | WRONG_DEVICE (the stream is on another device) | NO_DRIVER (too old for
 *      attributes; or without cuCtxGetId, CUDA 12.0, in a context that is not a primary one) | DRIVER (500: no kernel
 *      of that name, quoted; the message of the driver's compiler) | OUT_OF_MEMORY | CAPTURE
 *   Any thread may call it.  The first use in a context loads the image, which compiles PTX: the call blocks, release
 *   the GIL.  A launch can be captured, also the first one. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_kernel_launch(cucore_kernel *kernel, int device_id,
                                                                             const cucore_launch_config *config,
                                                                             CUstream stream, const void *const *args);

/* cucore_kernel_get_function - get the driver's handle of a kernel, for cuFuncGetAttribute, occupancy and the like
 *   device_id  in   or CUCORE_DEVICE_CURRENT: in the context that cucore_context_enter_device would enter
 *   out        out  valid as long as the context; untouched on error
 *   -> OK | as cucore_kernel_launch;  loads at first use, as that */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_kernel_get_function(cucore_kernel *kernel, int device_id,
                                                                     CUfunction *out);

/* Code on a device, with its device and context, for code that is unloaded again: kernels that stay are a
 * cucore_kernel.  All zero is no code, and its release has no effect. */
typedef struct cucore_module {
    CUmodule handle;   /* NULL: nothing here */
    CUcontext context; /* that it is loaded in */
    int32_t device_id;
} cucore_module;

/* cucore_module_load - load PTX text (NUL-terminated), a cubin or a fatbin
 *   The code is loaded in the context that cucore_context_enter_device would enter.
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   image      in   not needed afterwards
 *   out        out  owns the module: cucore_module_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER, with the message of the driver's compiler | OUT_OF_MEMORY
 *   The call compiles PTX, and blocks: release the GIL */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_module_load(int device_id, const void *image,
                                                                           cucore_module *out);

/* cucore_module_get_function - get a kernel by its name
 *   out  out  valid as long as the module; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (500: no such name, quoted) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_module_get_function(CUmodule module, const char *name,
                                                                     CUfunction *out);

/* cucore_module_release - unload the code; none of its work may be running
 *   module  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still there: call again) */
CUCORE_API cucore_status cucore_module_release(cucore_module *module);

/* cucore_function_launch - run a function that other code loaded, without look-up or checks
 *   config  in  as for cucore_kernel_launch
 *   stream  in  a stream of the function's context; default streams are the ones of the current context, or without one
 *               of device 0
 *   args    in  CUCORE_ARGS, NULL when there are none; copied before the call returns
 *   -> OK | INVALID_ARGUMENT (NULL, a CUCORE_STREAM_... value, a grid that is too large, a block of 0 threads in
 *      an axis) | NO_DRIVER (too old for attributes) | DRIVER | CAPTURE */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_function_launch(CUfunction function,
                                                                 const cucore_launch_config *config, CUstream stream,
                                                                 const void *const *args);
