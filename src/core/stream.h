/* ---------------------------------------------------------------------------------------------------- >>stream -- */
/* core/stream.h: streams, the order between them, captures. */
#if defined(__cplusplus)
#define CUCORE_STREAM_LEGACY (reinterpret_cast<CUstream>(intptr_t(1)))
#define CUCORE_STREAM_PER_THREAD (reinterpret_cast<CUstream>(intptr_t(2)))
#define CUCORE_STREAM_NO_SYNC (reinterpret_cast<CUstream>(intptr_t(-1)))
#define CUCORE_STREAM_HOST (reinterpret_cast<CUstream>(intptr_t(-2)))
#else
#define CUCORE_STREAM_LEGACY ((CUstream)(intptr_t)1)     /* the legacy default stream: CU_STREAM_LEGACY of cuda.h */
#define CUCORE_STREAM_PER_THREAD ((CUstream)(intptr_t)2) /* the default stream of each thread: CU_STREAM_PER_THREAD */
#define CUCORE_STREAM_NO_SYNC ((CUstream)(intptr_t)-1)   /* no stream is ordered: the caller has done it */
#define CUCORE_STREAM_HOST ((CUstream)(intptr_t)-2)      /* the CPU is the consumer: wait until the data are complete */
#endif

/* cucore__stream_normalize - NULL becomes CUCORE_STREAM_LEGACY (1), everything else stays (rules 0.2) */
static inline CUstream cucore__stream_normalize(CUstream stream)
{
    return stream ? stream : CUCORE_STREAM_LEGACY;
}

/* cucore_stream_wait - make `consumer` wait for all work that is on `producer` now
 *   Default streams (NULL, 1, 2) are the ones of the current context, or without one of device 0's primary context.
 *   -> OK | INVALID_ARGUMENT (a CUCORE_STREAM_... value) | NO_DRIVER | DRIVER | CAPTURE (one of them is captured and
 *      the other is not in the same capture; no work was enqueued)
 *   The call uses one event of a small pool per context, does not wait on the host, and works across contexts and
 *   devices.  A handle that is no stream is undefined behaviour in the driver.  source: rules C12, T12, T13, T16 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_wait(CUstream consumer, CUstream producer);

/* cucore_stream_synchronize - block until all work that is on `stream` now is done
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (the stream is captured; the driver was not called).  The
 *      call blocks: release the GIL.  For the legacy stream beside the capture of a blocking stream it waits for all
 *      work of the context. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_stream_synchronize(CUstream stream);

/* A stream with its device and context.  Functions take the handle: stream.handle, or the handle of any other library.
 * All zero is no stream, and its release has no effect. */
typedef struct cucore_stream {
    CUstream handle;   /* NULL: nothing here */
    CUcontext context; /* that it lives in */
    int32_t device_id;
    int32_t owned; /* 1: cucore_stream_release destroys it */
} cucore_stream;

/* Options of a new stream.  All zero: it does not synchronise with the legacy default stream, and has normal
 * priority. */
typedef struct cucore_stream_options {
    int blocking; /* 1: synchronises with the legacy default stream; 0: does not */
    int priority; /* 0 normal, -1, -2, ... higher; beyond the highest that the device has: the highest.  Not positive */
} cucore_stream_options;

/* cucore_stream_create - create a stream, in the context that cucore_context_enter_device would enter
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   options  in   NULL: all zero
 *   out      out  owns the stream: cucore_stream_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT (device_id, a value of the options, out) | NO_DRIVER | DRIVER */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_create(int device_id, const cucore_stream_options *options,
                                                               cucore_stream *out);

/* cucore_stream_from_handle - borrow a stream of other code
 *   handle     in   NULL, 1 and 2 are default streams of the device, or with CUCORE_DEVICE_ANY of the current context
 *                   (see Streams in >>manual); keep any other stream alive
 *   device_id  in   the device that it must be on; CUCORE_DEVICE_ANY: any, see out->device_id
 *   out        out  with its device and context; zeroed on error
 *   -> OK | WRONG_DEVICE | INVALID_ARGUMENT (a CUCORE_STREAM_... value, device_id) | NO_DRIVER | DRIVER
 *   A handle that is no stream, or no longer one, is an error of the caller: the driver may crash.  source: rules
 *   T12 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_from_handle(CUstream handle, int device_id, cucore_stream *out);

/* cucore_stream_release - destroy an owned stream, or forget a borrowed one; work that is on it still completes
 *   stream  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still owned: call again) */
CUCORE_API cucore_status cucore_stream_release(cucore_stream *stream);

/* cucore_stream_query - report whether all work on a stream is done
 *   out  out  1 or 0; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (the driver was not called, which would break the
 *      capture) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_query(CUstream stream, int *out);

/* cucore_stream_wait_event - make later work on `stream` wait for an event; one that was never recorded has no effect
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (event and stream are not in one capture: the driver does
 *      not tell before, so that a capture of `stream` is broken)
 *   works across contexts and devices.  source: rules T13, 7.4 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_wait_event(CUstream stream, CUevent event);

/* cucore_stream_launch_host_function - call function(user_data) after earlier work on the stream
 *   function  in  is called on a thread of the driver; must not call CUDA, take the GIL or wait for a thread that does
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE;  source: rules T3 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_launch_host_function(CUstream stream, CUhostFn function,
                                                                             void *user_data);

/* The state of a stream in captures into graphs.  All zero: there is no capture. */
typedef struct cucore_capture_info {
    int capturing;   /* 1 also for the legacy stream while a blocking stream of its context is captured */
    int invalidated; /* the capture is broken; cuStreamEndCapture ends it */
    uint64_t id;     /* equal for streams of one capture; 0 if there is none or it is broken */
} cucore_capture_info;

/* cucore_stream_get_capture_info - report whether a stream is captured
 *   out  out  untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER.  The call breaks no capture.  source: rules T16 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_get_capture_info(CUstream stream, cucore_capture_info *out);
