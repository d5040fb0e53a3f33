# cython: language_level=3, boundscheck=False, wraparound=False
# What an extension in Cython writes by hand to take a CUDA Array Interface or a buffer: bench_limited.py compares it with cucore, both in
# the limited API of Python 3.11.
from libc.stdint cimport uintptr_t
from time import perf_counter_ns

cdef extern from "Python.h":
    ctypedef struct Py_buffer:
        void *buf
        Py_ssize_t itemsize
        int readonly, ndim
        Py_ssize_t *shape
        Py_ssize_t *strides
    int PyObject_GetBuffer(object obj, Py_buffer *view, int flags) except -1
    void PyBuffer_Release(Py_buffer *view)
    int PyBUF_FULL_RO

cdef dict itemsizes = {f"{order}{kind}{size}": size for order in "<|>"
                       for kind, sizes in (("b", (1,)), ("i", (1, 2, 4, 8)), ("u", (1, 2, 4, 8)), ("f", (2, 4, 8)), ("c", (8, 16)))
                       for size in sizes}


cdef class Array:
    """One array: its address, shape and strides in elements, and what keeps it alive."""
    cdef uintptr_t ptr
    cdef bint readonly, has_buffer
    cdef int ndim
    cdef Py_ssize_t itemsize
    cdef Py_ssize_t shape[8]
    cdef Py_ssize_t strides[8]
    cdef object obj
    cdef Py_buffer buffer

    def __dealloc__(self):
        if self.has_buffer:
            PyBuffer_Release(&self.buffer)

    cdef take_interface(self, dict interface):
        cdef tuple data, shape, strides
        cdef Py_ssize_t i
        if interface.get("mask") is not None:
            raise NotImplementedError("mask")
        self.itemsize = itemsizes[interface["typestr"]]
        data = interface["data"]
        self.ptr, self.readonly = data[0], data[1]
        shape = interface["shape"]
        self.ndim = len(shape)
        if self.ndim > 8:
            raise ValueError("shape")
        for i in range(self.ndim):
            self.shape[i] = shape[i]
        strides = interface.get("strides")
        if strides is not None:
            if len(strides) != self.ndim:
                raise ValueError("strides")
            for i in range(self.ndim):
                if strides[i] % self.itemsize:
                    raise ValueError("strides")
                self.strides[i] = strides[i] // self.itemsize

    cdef take(self, obj):
        cdef Py_ssize_t i
        interface = getattr(obj, "__cuda_array_interface__", None)
        self.obj = obj
        if interface is not None:
            self.take_interface(interface)
            return
        PyObject_GetBuffer(obj, &self.buffer, PyBUF_FULL_RO)
        self.has_buffer = True
        self.ptr = <uintptr_t>self.buffer.buf
        self.readonly = self.buffer.readonly
        self.ndim = self.buffer.ndim
        self.itemsize = self.buffer.itemsize
        if self.ndim > 8:
            raise ValueError("shape")
        for i in range(self.ndim):
            self.shape[i] = self.buffer.shape[i]
            self.strides[i] = self.buffer.strides[i] // self.itemsize


def take_ns(obj, long count):
    """The time of one intake and its end."""
    cdef Array array
    cdef long i
    start = perf_counter_ns()
    for i in range(count):
        array = Array.__new__(Array)
        array.take(obj)
    return (perf_counter_ns() - start) / count
