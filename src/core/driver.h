/* ---------------------------------------------------------------------------------------------------- >>driver -- */
/* core/driver.h: the driver, loaded at first use.  Needs status. */
/* cucore_driver_load - find the driver, resolve its entry points and initialise it; once per process
 *   -> OK | NO_DRIVER (no library, a stub, too old, no device; the result is kept in the error, and the answer is final)
 *      | DRIVER (a child, forked while or after the driver was loaded: CUDA_ERROR_NOT_INITIALIZED; final, too)
 *      | OUT_OF_MEMORY (pthread_atfork; nothing was loaded)
 *   Every function that needs the driver calls it.  Blocks for up to seconds the first time: release the GIL.
 *   source: protocols T7, T8, T15, B88 */
CUCORE_API cucore_status cucore_driver_load(void);

/* cucore_driver_is_loaded - has cucore_driver_load returned, with success or without?  Never blocks. */
CUCORE_API int cucore_driver_is_loaded(void);
