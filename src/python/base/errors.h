/* ------------------------------------------------------------------------------------------------- >>py-errors -- */
/* python/base/errors.h: statuses as exceptions. */
/* cucore_py_check - a status as Python has it: if (cucore_py_check(cucore_kernel_launch(...)) < 0) return NULL;
 *   status  in  what a function of cucore.h returned on this thread; CUCORE_STATUS_LIST names the exception for each
 *   An exception that is already set stays: it is that of a Python allocator.
 *   -> 0 for CUCORE_OK | -1 with the last error of this thread as an exception (SystemError for a number that is no status)
 *   GIL held; call nothing else of cucore in between, since the last error is the message */
CUCORE_API CUCORE_NODISCARD int cucore_py_check(cucore_status status);

/* The classes of exceptions that an intake raises, for those who promise others: cucore_arg.exceptions.  Borrowed references,
 * alive as long as the cucore_arg is used.  NULL, and so all zero: the usual one.  What producers raise passes with a
 * note, and so do MemoryError, and RuntimeError for the driver, without one. */
typedef struct cucore_py_exceptions {
    PyObject *not_an_array;  /* TypeError: obj has no protocol that is allowed */
    PyObject *wrong_dtype;   /* TypeError: also elements that are no dtype here, as text, objects, dates */
    PyObject *wrong_shape;   /* ValueError */
    PyObject *wrong_layout;  /* ValueError: not contiguous, not aligned */
    PyObject *wrong_device;  /* ValueError */
    PyObject *readonly;      /* ValueError, as NumPy has it */
    PyObject *unsupported;   /* BufferError: right, but it cannot be expressed or reached here; a copy, a mask */
    PyObject *missing_field; /* BufferError: an interface lacks one that it has to have */
    PyObject
        *wrong_type; /* BufferError: a field of an interface, or the device, is of another type than it has to be */
    PyObject
        *wrong_value; /* BufferError: it is of that type, but no such value can be read, as a tuple of another length */
    PyObject *protocol; /* BufferError: what else breaks the protocol; sizes that do not fit */
    void *reserved[5];  /* NULL */
} cucore_py_exceptions;
