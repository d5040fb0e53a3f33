/* --------------------------------------------------------------------------------------------------- >>pointer -- */
/* core/pointer.h: what the driver knows of an address. */
/* The driver's description of an address.  It has no empty value: functions only fill it. */
typedef struct cucore_pointer_info {
    int device_type;   /* CUCORE_DEVICE_TYPE_CPU (unknown to the driver), _CUDA, _CUDA_HOST, _CUDA_MANAGED */
    int device_id;     /* CUCORE_DEVICE_NONE for memory of the CPU; for pinned memory the device that it was made on */
    CUcontext context; /* of the allocation; NULL for stream-ordered and virtual memory: use the primary context */
} cucore_pointer_info;

/* cucore_pointer_get_info - ask the driver about an address
 *   ptr  in   any address; never dereferenced
 *   out  out  untouched on error
 *   -> OK (also for ordinary host memory) | NO_DRIVER | DRIVER
 *   needs no current context; any thread; does not block.  source: rules T11, B56, B58, B59 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_pointer_get_info(const void *ptr, cucore_pointer_info *out);

/* cucore_pointer_get_range - find the allocation that an address lies in
 *   base, nbytes  out  either may be NULL; untouched on error
 *   -> OK | WRONG_DEVICE (memory that the driver does not know) | UNSUPPORTED (the driver does not report where it
 *      begins: pools of pinned memory, driver 580) | NO_DRIVER | DRIVER
 *   needs no current context; any thread */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_pointer_get_range(const void *ptr, void **base, size_t *nbytes);
