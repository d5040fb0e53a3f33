# What mpi4py's DLPack and CUDA-array-interface decoders do, by cucore: Python's buffers first, then any other array.

cdef extern from *:
    """
    #define CUCORE_STATIC
    #define CUCORE_MAX_NDIM 32
    #include "cucore_results.h"

    /* As mpi4py promises them; those that are not named are cucore's own. */
    static const cucore_py_exceptions *cucore_mpi_exceptions(void)
    {
        static cucore_py_exceptions classes;
        classes.wrong_layout = PyExc_BufferError;
        classes.wrong_type = PyExc_TypeError;
        classes.wrong_value = PyExc_ValueError;
        classes.missing_field = PyExc_KeyError;
        return &classes;
    }

    /* Nothing is asked of a driver, nothing ordered, nothing copied: where and when the memory is used is MPI's business. */
    static int cucore_mpi_view(PyObject *obj, cucore_view *view)
    {
        static cucore_arg arg =
            CUCORE_ARG("message", NULL, NULL,
                       CUCORE_CONTIGUOUS | CUCORE_NEVER_COPY | CUCORE_TRUST_PRODUCER | CUCORE_ALLOW_UNPROVEN_WRITE |
                           CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_LANES | CUCORE_ALLOW_OPAQUE |
                           CUCORE_ALLOW_OTHER_DEVICES | CUCORE_KEEP_CAPSULE |
                           CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK | CUCORE_BY_CAI);
        arg.exceptions = cucore_mpi_exceptions();
        return cucore_py_view(obj, &arg, CUCORE_STREAM_NO_SYNC, view);
    }

    /* The device type, -1 with an exception.  A dtype that has no format is sent as bytes. */
    static int cucore_mpi_get_buffer(PyObject *obj, Py_buffer *out, int flags)
    {
        const int request = PyBUF_ANY_CONTIGUOUS | (flags & PyBUF_WRITABLE);
        cucore_view view;
        int device_type, format = flags & PyBUF_FORMAT;
        if (cucore_mpi_view(obj, &view) < 0) return -1;
        if (view.byte_swapped && format) {
            PyErr_SetString(PyExc_BufferError, "message: an array of foreign byte order needs an MPI datatype");
            cucore_view_release(&view);
            return -1;
        }
        if (view.descr && PyList_Check((PyObject *)view.descr) &&
            PyErr_WarnEx(PyExc_RuntimeWarning, "__cuda_array_interface__: ignoring 'descr' key", 1) < 0) {
            cucore_view_release(&view);
            return -1;
        }
        device_type = view.device_type;
        if (view.dtype.code == CUCORE_CODE_FLOAT && view.dtype.lanes == 2) /* complex numbers of old producers */
            view.dtype = cucore_dtype_make(CUCORE_CODE_COMPLEX, 2 * view.dtype.bits, 1);
        if (format && (view.dtype.code >= CUCORE_CODE_OPAQUE || cucore_dtype_to_pep3118(view.dtype, NULL, 0) < 0)) format = 0;
        if (cucore_py_view_move_to_buffer(&view, request | format, out) < 0) return -1;
        if (flags & PyBUF_FORMAT && !format) out->itemsize = 1;
        return device_type;
    }

    /* 0: a buffer of Python's. */
    static int cucore_mpi_get(PyObject *obj, Py_buffer *out, int flags)
    {
        PyObject *type, *value, *traceback;
        if (!PyObject_CheckBuffer(obj)) return cucore_mpi_get_buffer(obj, out, flags);
        if (PyObject_GetBuffer(obj, out, flags) == 0) return 0;
        PyErr_Fetch(&type, &value, &traceback);
        if (!PyObject_HasAttrString(obj, "__dlpack__") && !PyObject_HasAttrString(obj, "__cuda_array_interface__")) {
            PyErr_Restore(type, value, traceback);
            return -1;
        }
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
        return cucore_mpi_get_buffer(obj, out, flags);
    }
    """
    int cucore_mpi_get(object, Py_buffer *, int) except -1
    int cucore_py_is_array(object) noexcept
    enum: kDLCPU "CUCORE_DEVICE_TYPE_CPU"
    enum: kDLCUDAHost "CUCORE_DEVICE_TYPE_CUDA_HOST"
    enum: kDLROCMHost "CUCORE_DEVICE_TYPE_ROCM_HOST"
    enum: kDLCUDAManaged "CUCORE_DEVICE_TYPE_CUDA_MANAGED"

cdef inline int Py_CheckDLPackBuffer(object obj) noexcept:
    return cucore_py_is_array(obj)

cdef inline int Py_CheckCAIBuffer(object obj) noexcept:
    return cucore_py_is_array(obj)

cdef int PyMPI_GetBuffer(object obj, Py_buffer *view, int flags) except -1:
    cdef int kind = cucore_mpi_get(obj, view, flags)
    if kind and flags & PyBUF_FORMAT and view.format == NULL: view.format = BYTE_FMT
    return kind

cdef void PyMPI_ReleaseBuffer(int kind, Py_buffer *view) noexcept:
    PyBuffer_Release(view)
