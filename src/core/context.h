/* --------------------------------------------------------------------------------------------------- >>context -- */
/* core/context.h: primary contexts, and entering a context. */
/* cucore_context_get_primary - get the primary context of a device, retained once per process and never released
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   out      out  untouched on error
 *   -> OK | INVALID_ARGUMENT (device_id) | NO_DRIVER | DRIVER
 *   The first call for a device may block.  source: rules T9, T10 */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_context_get_primary(int device_id, CUcontext *out);

/* A guard is a visit to a context: enter, act, leave, on one thread.  Leave on every path; all zero is a guard that was
 * left, and leaving it again is harmless. */
typedef struct cucore_context_guard {
    CUcontext private_[2]; /* that was put on the stack of the thread, NULL: none; that was current before */
} cucore_context_guard;

/* cucore_context_enter, cucore_context_leave - make `context` current unless it is; restore the one before
 *   context  in   NULL: keep the current one
 *   guard  out  zeroed on error
 *   -> OK | NO_DRIVER | DRIVER
 *   If the driver twice fails to take the context off the stack, leaving sets the previous context in its place. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_context_enter(CUcontext context, cucore_context_guard *guard);
CUCORE_API void cucore_context_leave(cucore_context_guard *guard);

/* cucore_context_enter_device - enter a context of a device
 *   The context is the current one if it is of the device, whoever made it, primary or not; else the primary one.
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   guard    out  zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER;  source: rules T9 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_context_enter_device(int device_id, cucore_context_guard *guard);

/* cucore_context_get_current - get the current context of this thread, whichever library made it
 *   context    out  NULL if there is none
 *   device_id  out  its device, CUCORE_DEVICE_NONE if there is none
 *   Either may be NULL; both are untouched on error.
 *   -> OK | INVALID_ARGUMENT (both are NULL) | NO_DRIVER | DRIVER (a context that was destroyed) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_context_get_current(CUcontext *context, int *device_id);
