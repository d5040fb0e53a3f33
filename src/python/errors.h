/* ------------------------------------------------------------------------------------------------- >>py-errors -- */
/* python/errors.h: statuses as exceptions. */
/* cucore_py_raise - the last error of this thread as a Python exception
 *   status  in  what a function of cucore.h returned; CUCORE_STATUS_LIST names the exception for each
 *   An exception that is already set stays: it is that of a Python allocator.
 *   -> -1, always */
CUCORE_API int cucore_py_raise(cucore_status status);
