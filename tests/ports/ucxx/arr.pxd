# cython: language_level=3
# The class that the other modules of ucxx cimport, with a place for what keeps the memory alive.
from libc.stdint cimport uintptr_t


cdef class Array:
    cdef readonly uintptr_t ptr
    cdef readonly object obj, shape, strides
    cdef readonly Py_ssize_t itemsize, ndim, nbytes
    cdef readonly bint readonly, cuda, c_contiguous, f_contiguous, contiguous
    cdef void *owner
    cdef void (*release)(void *owner) noexcept nogil

    cpdef bint _c_contiguous(self)
    cpdef bint _f_contiguous(self)
    cpdef bint _contiguous(self)
    cpdef Py_ssize_t _nbytes(self)


cpdef Array asarray(obj)
