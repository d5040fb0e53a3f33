# cython: language_level=3
# ucxx's arr.pyx on cucore: an array of the host or of a device as an address and a description.
from cpython.object cimport PyObject
from cython cimport auto_pickle
from libc.stdint cimport uintptr_t

from cucore cimport (
    CUCORE_ALLOW_LANES,
    CUCORE_ALLOW_OPAQUE,
    CUCORE_ALLOW_UNALIGNED,
    CUCORE_ARG,
    CUCORE_DEVICE_TYPE_CUDA,
    CUCORE_DEVICE_TYPE_CUDA_MANAGED,
    CUCORE_STREAM_NO_SYNC,
    CUCORE_TRUST_PRODUCER,
    cucore_arg,
    cucore_layout_is_c_contiguous,
    cucore_layout_is_f_contiguous,
    cucore_owner,
    cucore_owner_release,
    cucore_py_check,
    cucore_py_exceptions,
    cucore_py_view,
    cucore_py_view_shape,
    cucore_py_view_strides,
    cucore_view,
    cucore_view_detach,
    cucore_view_nbytes,
    cucore_view_release,
)

# BEGIN expected
# The exceptions that callers of ucxx expect; NULL is cucore's own class.
cdef cucore_py_exceptions classes
classes.mask = <PyObject *>NotImplementedError
classes.missing_field = <PyObject *>KeyError
classes.wrong_type = <PyObject *>TypeError
classes.wrong_value = classes.strides = <PyObject *>ValueError

# UCX sends bytes: every dtype and every alignment is accepted.  The driver is not called.
cdef cucore_arg expected = CUCORE_ARG(b"obj", NULL, NULL, CUCORE_TRUST_PRODUCER | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_LANES
                                      | CUCORE_ALLOW_UNALIGNED)
expected.exceptions = &classes
# END


cdef inline bint is_cuda(const cucore_view *view) noexcept nogil:
    return view.device_type in (CUCORE_DEVICE_TYPE_CUDA, CUCORE_DEVICE_TYPE_CUDA_MANAGED)


# BEGIN array
@auto_pickle(False)
cdef class Array:
    """Memory of the host or of a device: any object with a buffer, a CUDA Array Interface or DLPack."""

    def __cinit__(self, obj):
        cdef cucore_view view
        cdef cucore_owner owner
        cucore_py_view(obj, &expected, CUCORE_STREAM_NO_SYNC, &view)
        try:
            self.obj, self.ptr = obj, <uintptr_t>view.ptr
            self.readonly, self.cuda = view.readonly, is_cuda(&view)
            self.ndim, self.itemsize, self.nbytes = view.layout.ndim, view.layout.itemsize, cucore_view_nbytes(&view)
            self.shape, self.strides = cucore_py_view_shape(&view), cucore_py_view_strides(&view, 1)
            self.c_contiguous = cucore_layout_is_c_contiguous(&view.layout)
            self.f_contiguous = cucore_layout_is_f_contiguous(&view.layout)
            self.contiguous = self.c_contiguous or self.f_contiguous
            cucore_py_check(cucore_view_detach(&view, &owner))
            self.owner, self.release = owner.owner, owner.release
        finally:
            cucore_view_release(&view)

    def __dealloc__(self):
        cdef cucore_owner owner
        owner.owner, owner.release = self.owner, self.release
        cucore_owner_release(&owner)
# END

    cpdef bint _c_contiguous(self):
        return self.c_contiguous

    cpdef bint _f_contiguous(self):
        return self.f_contiguous

    cpdef bint _contiguous(self):
        return self.contiguous

    cpdef Py_ssize_t _nbytes(self):
        return self.nbytes


cpdef Array asarray(obj):
    """Returns obj if it is an Array, else an Array of it."""
    return obj if isinstance(obj, Array) else Array(obj)
