/* ------------------------------------------------------------------------------------------------- >>py-errors -- */
/* python/base/errors.h: statuses as exceptions. */
/* cucore_py_check - a status as Python has it: if (cucore_py_check(cucore_kernel_launch(...)) < 0) return NULL;
 *   status  in  what a function of cucore.h returned on this thread; CUCORE_STATUS_LIST names the exception for each
 *   An exception that is already set stays: a Python allocator has raised it.  For CUCORE_INTERRUPTED the handlers of
 *   signals run first: KeyboardInterrupt.
 *   -> 0 for CUCORE_OK | -1 with the last error of this thread as an exception (SystemError for a number that is no
 *      status)
 *   GIL held; call no other function of cucore in between, since the last error is the message */
CUCORE_API CUCORE_NODISCARD int cucore_py_check(cucore_status status);

/* The classes of exceptions that an intake raises, for modules that promise other ones: cucore_arg.exceptions.
 * Borrowed references, alive as long as the cucore_arg is used.  NULL, and so all zero: the usual class.  Exceptions of
 * producers pass with a note; MemoryError, and RuntimeError for the driver, pass without one. */
typedef struct cucore_py_exceptions {
    PyObject *not_an_array;  /* TypeError: obj has no protocol that is allowed */
    PyObject *wrong_dtype;   /* TypeError: also elements without a dtype: text, objects, dates */
    PyObject *wrong_shape;   /* ValueError */
    PyObject *wrong_layout;  /* ValueError: not contiguous, not aligned */
    PyObject *wrong_device;  /* ValueError */
    PyObject *readonly;      /* ValueError, as NumPy raises it */
    PyObject *unsupported;   /* BufferError: valid, but it cannot be expressed or reached here; a copy, a mask */
    PyObject *missing_field; /* BufferError: an interface lacks a field that it must have */
    PyObject *wrong_type;    /* BufferError: a field of an interface, or the device, is of a wrong type */
    PyObject *wrong_value;   /* BufferError: it is of that type, but has no such value, as a tuple of a wrong length */
    PyObject *protocol;      /* BufferError: other violations of the protocol; sizes that do not fit */
    PyObject *mask;          /* the class for `unsupported`: an interface or a numpy.ma.MaskedArray has a mask */
    PyObject *strides; /* the class for their cause: strides of an interface or a buffer that are of a wrong type, not
                                one for each axis, or no multiple of the itemsize */
    void *reserved[3]; /* NULL */
} cucore_py_exceptions;
