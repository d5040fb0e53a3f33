/* ---------------------------------------------------------------------------------------------------- >>status -- */
/* core/status.h: status codes and the last error of a thread. */
/* Success is 0, every failure is negative: `if (status)` and `if (status < 0)` mean the same. */
/* X(name, value, Python exception of cucore_python.h, sentence) */
#define CUCORE_STATUS_LIST(X)                                                                                          \
    X(OK, 0, SystemError, "success")                                                                                   \
    X(INVALID_ARGUMENT, -1, ValueError, "an argument of the call is not valid")                                        \
    X(OVERFLOW, -2, BufferError, "a size, stride or offset does not fit 64 bits")                                      \
    X(PROTOCOL, -3, BufferError, "the producer's description of its array breaks the protocol")                        \
    X(UNSUPPORTED, -4, BufferError, "the array is valid, but cannot be expressed or reached")                          \
    X(READONLY, -5, ValueError, "the array is read-only")                                                              \
    X(WRONG_DTYPE, -6, TypeError, "the dtype is not one that was asked for")                                           \
    X(WRONG_SHAPE, -7, ValueError, "the shape is not the one that was asked for")                                      \
    X(WRONG_LAYOUT, -8, ValueError, "the strides are not those that were asked for")                                   \
    X(WRONG_DEVICE, -9, ValueError, "the memory is not where it was asked for")                                        \
    X(OUT_OF_MEMORY, -10, MemoryError, "out of memory")                                                                \
    X(NO_DRIVER, -11, RuntimeError, "there is no usable CUDA driver or device")                                        \
    X(DRIVER, -12, RuntimeError, "a call of the CUDA driver failed")                                                   \
    X(CAPTURE, -13, RuntimeError, "a stream is being captured into a graph and the call would break that")             \
    X(FOREIGN, -14, RuntimeError, "a foreign allocator failed")                                                        \
    X(INTERRUPTED, -15, InterruptedError, "a signal came before the call had an effect")

#define CUCORE_STATUS_ENUM(name, value, exception, sentence) CUCORE_##name = (value),
typedef enum cucore_status { CUCORE_STATUS_LIST(CUCORE_STATUS_ENUM) CUCORE__STATUS_END = 1 } cucore_status;
#undef CUCORE_STATUS_ENUM

/* These options of the compiler change the structs and enums of the driver, Python and DLPack, without a warning. */
typedef char cucore__assert_no_short_enums[sizeof(cucore_status) == sizeof(int) ? 1 : -1];
typedef struct cucore__padded {
    char byte;
    void *pointer;
} cucore__padded;
typedef char cucore__assert_no_pack_struct[sizeof(cucore__padded) == 2 * sizeof(void *) ? 1 : -1];

/* The last failure on this thread. */
typedef struct cucore_error {
    cucore_status status;
    int result;        /* the CUresult of the driver call that failed; 0, CUDA_SUCCESS, if none did */
    const char *call;  /* its name, "cuEventRecord"; NULL if none did */
    char message[512]; /* one sentence with the offending values, without a final dot or newline */
} cucore_error;

/* cucore_last_error - get the last failure on this thread
 *   -> never NULL; status is OK if no call has failed yet; valid until the next failure on this thread
 *   any thread; no GIL */
CUCORE_API const cucore_error *cucore_last_error(void);

/* cucore_status_name, cucore_status_text - get "READONLY", and the sentence that belongs to it
 *   -> never NULL; "UNKNOWN" for a number that is no status; static storage */
CUCORE_API const char *cucore_status_name(cucore_status status);
CUCORE_API const char *cucore_status_text(cucore_status status);

/* cucore_fail - record a failure of your own as the last error
 *   status  in   what to return
 *   format  in   printf-like; cut to fit cucore_error.message
 *   -> status */
CUCORE_API cucore_status cucore_fail(cucore_status status, const char *format, ...) CUCORE_PRINTF(2, 3);
