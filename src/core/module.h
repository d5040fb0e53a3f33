/* ---------------------------------------------------------------------------------------------------- >>module -- */
/* core/module.h: code and launches.  Needs stream. */
/* Code on a device, with its device and context.  All zero: no code, and releasing it does nothing. */
typedef struct cucore_module {
    CUmodule handle;   /* NULL: nothing here */
    CUcontext context; /* that it is loaded in */
    int32_t device_id;
} cucore_module;

/* How to launch a kernel; an extent of 0 counts as 1. */
typedef struct cucore_launch_config {
    unsigned grid[3];      /* blocks, x y z */
    unsigned block[3];     /* threads of a block, x y z */
    unsigned shared_bytes; /* dynamic shared memory */
} cucore_launch_config;

/* cucore_module_load - PTX text (NUL-terminated), a cubin or a fatbin, in the context that cucore_context_enter_device
 *   would enter
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   image    in   not needed afterwards
 *   out      out  owns the module: cucore_module_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER, with what the driver's compiler said
 *   Compiles PTX: blocks, release the GIL */
CUCORE_API cucore_status cucore_module_load(int device_id, const void *image, cucore_module *out);

/* cucore_module_get_function - a kernel by name
 *   out  out  valid as long as the module; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (500: no such name, quoted) */
CUCORE_API cucore_status cucore_module_get_function(CUmodule module, const char *name, CUfunction *out);

/* cucore_module_release - unload; no work of it may be running
 *   module  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still there: call again) */
CUCORE_API cucore_status cucore_module_release(cucore_module *module);

/* cucore_function_launch - run a kernel
 *   config  in  not NULL
 *   stream  in  of the function's context; default streams are those of the current context, without one of device 0
 *   args    in  one pointer to each argument; NULL when there are none; copied before the call returns
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE */
CUCORE_API cucore_status cucore_function_launch(CUfunction function, const cucore_launch_config *config,
                                                CUstream stream, void **args);
