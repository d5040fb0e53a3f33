# cython: language_level=3
# Calls parse_buffer_argument, of whichever module is imported as kvikio._lib.arr.
from libc.stddef cimport size_t
from libc.stdint cimport uintptr_t
from libcpp.utility cimport pair

from kvikio._lib.arr cimport parse_buffer_argument


def parse(buf, size=None, bint accept_host_buffer=True):
    cdef pair[uintptr_t, size_t] found = parse_buffer_argument(buf, size, accept_host_buffer)
    return found.first, found.second
