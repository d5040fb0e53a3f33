/* ----------------------------------------------------------------------------------------------------- >>event -- */
/* core/event.h: events.  Needs stream. */
/* An event with its device and context.  Functions take the handle: event.handle, or that of any other library.  All zero: no
 * event, and releasing it does nothing. */
typedef struct cucore_event {
    CUevent handle;    /* NULL: nothing here */
    CUcontext context; /* that it lives in */
    int32_t device_id;
} cucore_event;

/* cucore_event_create - a new event, in the context that cucore_context_enter_device would enter
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   flags    in   0: CU_EVENT_DEFAULT, measures time; 2: CU_EVENT_DISABLE_TIMING, cheaper; 1: CU_EVENT_BLOCKING_SYNC; ...
 *   out      out  owns the event: cucore_event_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_create(int device_id, unsigned flags, cucore_event *out);

/* cucore_event_release - destroy an event of cucore_event_create; streams that wait for it still do
 *   event  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still there: call again) */
CUCORE_API cucore_status cucore_event_release(cucore_event *event);

/* cucore_event_record - the event stands for all work that is on `stream` now
 *   stream  in  of the event's context; default streams are those of the current context, without one of device 0
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (400: another context) | CAPTURE;  source: rules T13 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_record(CUevent event, CUstream stream);

/* cucore_event_query - is the recorded work done?  Never recorded: yes
 *   out  out  1 or 0; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (recorded in a capture, which is broken by the question: the
 *      driver gives no way to see it before) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_query(CUevent event, int *out);

/* cucore_event_synchronize - block until the recorded work is done
 *   -> as cucore_event_query.  Release the GIL. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_event_synchronize(CUevent event);

/* cucore_event_get_elapsed - time between two events
 *   milliseconds  out  with a resolution of about half a microsecond; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (600: not both done; 400: not both recorded, or without timing) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_get_elapsed(CUevent start, CUevent stop, float *milliseconds);
