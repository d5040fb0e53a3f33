# distutils: language = c++
# cython: language_level=3
# What the other modules of kvikio cimport: the class of tests/ports/ucxx/arr.pxd, and one function.
from libc.stddef cimport size_t
from libcpp.utility cimport pair

include "array_pxd.pxi"


cdef pair[uintptr_t, size_t] parse_buffer_argument(buf, size, bint accept_host_buffer) except *
