/* ----------------------------------------------------------------------------------------------------- >>event -- */
/* core/event.h: events. */
/* An event with its device and context.  Functions take the handle: event.handle, or the handle of any other library.
 * All zero is no event, and its release has no effect. */
typedef struct cucore_event {
    CUevent handle;    /* NULL: nothing here */
    CUcontext context; /* that it lives in */
    int32_t device_id;
} cucore_event;

/* cucore_event_create - create an event, in the context that cucore_context_enter_device would enter
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   flags    in   0: CU_EVENT_DEFAULT, measures time; 2: CU_EVENT_DISABLE_TIMING, cheaper; 1: CU_EVENT_BLOCKING_SYNC;
 *                 ...
 *   out      out  owns the event: cucore_event_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_create(int device_id, unsigned flags, cucore_event *out);

/* cucore_event_release - destroy an event of cucore_event_create; streams that wait for it still do
 *   event  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still there: call again) */
CUCORE_API cucore_status cucore_event_release(cucore_event *event);

/* cucore_event_record - record all work that is on `stream` now in an event
 *   stream  in  a stream of the event's context; default streams are the ones of the current context, or without one of
 *               device 0
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (400: another context) | CAPTURE;  source: rules T13 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_record(CUevent event, CUstream stream);

/* cucore_event_query - report whether the recorded work is done; without a record it is
 *   out  out  1 or 0; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (the event was recorded in a capture, which the call
 *      breaks: the driver does not tell before) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_query(CUevent event, int *out);

/* cucore_event_synchronize - block until the recorded work is done
 *   -> as cucore_event_query.  Release the GIL. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_event_synchronize(CUevent event);

/* cucore_event_get_elapsed - measure the time between two events
 *   milliseconds  out  with a resolution of about half a microsecond; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (600: not both done; 400: not both recorded, or without timing) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_get_elapsed(CUevent start, CUevent stop, float *milliseconds);
