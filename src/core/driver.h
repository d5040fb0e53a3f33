/* ---------------------------------------------------------------------------------------------------- >>driver -- */
/* core/driver.h: the driver, loaded at first use. */
/* cucore_driver_load - find the driver, resolve its entry points and initialise it; once per process
 *   -> OK | NO_DRIVER (no library, a stub, too old, no device; the error keeps the result, and the answer is final) |
 *      DRIVER (a child that was forked while or after the driver was loaded: CUDA_ERROR_NOT_INITIALIZED; also final)
 *      | OUT_OF_MEMORY (pthread_atfork; the driver was not loaded)
 *   Every function that needs the driver calls it.  The first call blocks for up to seconds: release the GIL.
 *   source: rules T7, T8, T15, B88 */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_driver_load(void);

/* cucore_driver_is_loaded - return 1 if cucore_driver_load has returned, with success or without; never blocks */
CUCORE_API int cucore_driver_is_loaded(void);

/* cucore_driver_symbol - get a function of the driver that this library does not wrap by its name: "cuGraphLaunch"
 *   name  in   as in the driver's manual: the version of the function that the cuda.h at hand declares (cuMemAlloc is
 *              cuMemAlloc_v2 there), or without cuda.h the version of CUDA 12.0.  For drivers before CUDA 11.3, and
 *              names that end in _v2 and the like, it is the exact name.  Default streams are the legacy ones: the
 *              variants of --default-stream per-thread are not chosen
 *   out   out  a pointer to the function, to be copied with memcpy into one of its type; valid for ever; untouched on
 *              error
 *   -> OK | UNSUPPORTED (the driver has none of that name, quoted) | INVALID_ARGUMENT (NULL) | NO_DRIVER | DRIVER
 *   The call loads the driver.  The function works in the current context (cucore_context_enter_device), and returns a
 *   CUresult. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_driver_symbol(const char *name, void **out);
