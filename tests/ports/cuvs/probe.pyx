# cython: language_level=3
# Calls dlpack_c, of whichever module is imported as cuvs.common.cydlpack.
from libc.stdint cimport uintptr_t

from cuvs.common.cydlpack cimport DLManagedTensor, dlpack_c


def take(ary):
    """Makes a tensor, and gives it back."""
    cdef DLManagedTensor *made = dlpack_c(ary)
    made.deleter(made)


def describe(ary):
    """Returns its address, dtype, shape, strides and device."""
    cdef DLManagedTensor *made = dlpack_c(ary)
    cdef int ndim = made.dl_tensor.ndim
    strides = None
    if made.dl_tensor.strides != NULL:
        strides = tuple(made.dl_tensor.strides[i] for i in range(ndim))
    found = (<uintptr_t>made.dl_tensor.data + made.dl_tensor.byte_offset, made.dl_tensor.dtype.code, made.dl_tensor.dtype.bits,
             tuple(made.dl_tensor.shape[i] for i in range(ndim)), strides, <int>made.dl_tensor.device.device_type)
    made.deleter(made)
    return found
