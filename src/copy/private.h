/* copy/private.h: private macros of this header. */
#define CUCORE__PRIVATE static CUCORE_UNUSED

/* A driver call with its name; the driver must be loaded. */
#define CUCORE__COPY_CALL(name, arguments)                                                                             \
    (cucore__driver.name ? cucore__check_result(cucore__driver.name arguments, "cu" #name)                             \
                         : cucore__fail_missing("cu" #name))

/* One that the capture of another thread would forbid. */
#define CUCORE__COPY_CALL_RELAXED(status, name, arguments)                                                             \
    do {                                                                                                               \
        CUstreamCaptureMode cucore__mode;                                                                              \
        int cucore__exchanged = cucore__relaxed_begin(&cucore__mode);                                                  \
        (status) = CUCORE__COPY_CALL(name, arguments);                                                                 \
        cucore__relaxed_end(cucore__exchanged, &cucore__mode);                                                         \
    } while (0)
