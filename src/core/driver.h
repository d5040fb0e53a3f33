/* ---------------------------------------------------------------------------------------------------- >>driver -- */
/* core/driver.h: the driver, loaded at first use.  Needs status. */
/* cucore_driver_load - find the driver, resolve its entry points and initialise it; once per process
 *   -> OK | NO_DRIVER (no library, a stub, too old, no device; the result is kept in the error, and the answer is final)
 *      | DRIVER (a child, forked while or after the driver was loaded: CUDA_ERROR_NOT_INITIALIZED; final, too)
 *      | OUT_OF_MEMORY (pthread_atfork; nothing was loaded)
 *   Every function that needs the driver calls it.  Blocks for up to seconds the first time: release the GIL.
 *   source: rules T7, T8, T15, B88 */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_driver_load(void);

/* cucore_driver_is_loaded - has cucore_driver_load returned, with success or without?  Never blocks. */
CUCORE_API int cucore_driver_is_loaded(void);

/* cucore_driver_symbol - any function of the driver by its name, for what this library does not wrap: "cuGraphLaunch"
 *   name  in   as in the driver's manual: the function of that name that the cuda.h at hand declares (cuMemAlloc is
 *              cuMemAlloc_v2 there), without one that of CUDA 12.0.  Drivers before CUDA 11.3, and names that end in _v2 and the like: that exact name.
 *              Default streams are the legacy ones: the variants of --default-stream per-thread are not chosen
 *   out   out  a pointer to the function, to be copied with memcpy into one of its type; valid for ever; untouched on error
 *   -> OK | UNSUPPORTED (the driver has none of that name, quoted) | INVALID_ARGUMENT (NULL) | NO_DRIVER | DRIVER
 *   Loads the driver.  The function works in the current context (cucore_context_enter_device), and gives a CUresult. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_driver_symbol(const char *name, void **out);
