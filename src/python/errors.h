/* ------------------------------------------------------------------------------------------------- >>py-errors -- */
/* python/errors.h: statuses as exceptions. */
/* cucore_py_check - a status as Python has it: if (cucore_py_check(cucore_kernel_launch(...)) < 0) return NULL;
 *   status  in  what a function of cucore.h returned on this thread; CUCORE_STATUS_LIST names the exception for each
 *   An exception that is already set stays: it is that of a Python allocator.
 *   -> 0 for CUCORE_OK | -1 with the last error of this thread as an exception (SystemError for a number that is no status)
 *   GIL held; call nothing else of cucore in between, since the last error is the message */
CUCORE_API CUCORE_NODISCARD int cucore_py_check(cucore_status status);
