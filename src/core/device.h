/* ---------------------------------------------------------------------------------------------------- >>device -- */
/* core/device.h: devices by number. */
/* A device_id is 0..count - 1, the CUdevice of the driver, or one of these: */
#define CUCORE_DEVICE_NONE                                                                                             \
    (-1) /* an answer: host or pinned memory, unknown, no context.  Functions that need a device refuse it */
#define CUCORE_DEVICE_CURRENT (-2) /* the device of the current context, or 0 without one; any function takes it */
#define CUCORE_DEVICE_ANY (-3)     /* any device: only for cucore_stream_from_handle */

/* The description of a device.  It has no empty value: functions only fill it. */
typedef struct cucore_device_info {
    char name[128];         /* "NVIDIA H200" */
    char pci_bus_id[16];    /* "0000:3B:00.0" */
    unsigned char uuid[16]; /* as nvidia-smi prints it after "GPU-" */
    int compute_major;      /* compute capability 9.0: 9 */
    int compute_minor;      /* ... and 0 */
    int multiprocessors;    /* number of them */
    size_t memory_nbytes;   /* of the whole device */
} cucore_device_info;

/* cucore_device_count - count the CUDA devices that this process sees
 *   -> 0 or more | -1: NO_DRIVER | DRIVER (see cucore_last_error) */
CUCORE_API CUCORE_NODISCARD int64_t cucore_device_count(void);

/* cucore_device_from_pci_bus_id - find the device with an id, "0000:3B:00.0" (domain and function may be missing)
 *   out  out  its device_id; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL) | NO_DRIVER | DRIVER (no such device)
 *   any thread; no context */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_from_pci_bus_id(const char *id, int *out);

/* cucore_device_get_info - get name, ids, compute capability and size of a device
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   out      out  untouched on error
 *   -> OK | INVALID_ARGUMENT (device_id, NULL) | NO_DRIVER | DRIVER
 *   creates no context; any thread */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_get_info(int device_id, cucore_device_info *out);

/* cucore_device_get_attribute - get any attribute that the driver knows, CU_DEVICE_ATTRIBUTE_... of cuda.h
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   -> as cucore_device_get_info, and DRIVER for an attribute that this driver does not know */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_get_attribute(int device_id, int attribute, int *out);

/* cucore_device_get_memory_info - get the free and the total bytes of a device; makes its primary context
 *   free_nbytes, total_nbytes  out  either may be NULL; untouched on error
 *   -> OK | INVALID_ARGUMENT (device_id) | NO_DRIVER | DRIVER */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_get_memory_info(int device_id, size_t *free_nbytes,
                                                                        size_t *total_nbytes);

/* cucore_device_set_current - make the device's primary context current, as cudaSetDevice does
 *   device_id  in  or CUCORE_DEVICE_CURRENT
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER
 *   The only function that changes the current context.  The first call for a device may block. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_device_set_current(int device_id);

/* cucore_device_synchronize - block until all work of a device is done
 *   The work is that of the current context if it is of the device, else of the primary one.
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | OUT_OF_MEMORY.  Blocks: release the GIL.
 *   The call breaks no capture, as cuCtxSynchronize would; captured work does not run.  source: rules 7.4 */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_device_synchronize(int device_id);

/* cucore_device_get_peer_access - report whether kernels on `device_id` can read the memory of `peer`
 *   out  out  1 or 0 (0 for a device and itself); untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER;  source: rules T14 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_get_peer_access(int device_id, int peer, int *out);

/* cucore_device_enable_peer_access - let kernels on `device_id` use the memory of `peer`
 *   Access is between the primary contexts, and stays for the life of the process.  The answer is OK if it is enabled
 *   already.  Memory of pools has rights of its own.
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (no path between the two) | NO_DRIVER | DRIVER */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_enable_peer_access(int device_id, int peer);
