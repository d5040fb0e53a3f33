# cython: language_level=3
# kvikio's arr.pyx on cucore: the class of tests/ports/ucxx/arr.pyx, and the memory that one call reads or writes.
include "array_pyx.pxi"

from cucore cimport CUCORE_CONTIGUOUS, CUCORE_NEVER_COPY

cdef cucore_arg contiguous = expected
contiguous.name, contiguous.flags = b"buf", expected.flags | CUCORE_CONTIGUOUS | CUCORE_NEVER_COPY


cdef pair[uintptr_t, size_t] parse_buffer_argument(buf, size, bint accept_host_buffer) except *:
    """Returns the address and the number of bytes; the caller keeps buf."""
    cdef cucore_view view
    cdef uintptr_t ptr
    cdef size_t nbytes
    cdef bint on_device
    if isinstance(buf, Array):
        if not (<Array>buf).contiguous:
            raise ValueError("buf: expected a contiguous array")
        ptr, nbytes, on_device = (<Array>buf).ptr, (<Array>buf).nbytes, (<Array>buf).cuda
    else:
        # BEGIN parse
        cucore_py_view(buf, &contiguous, CUCORE_STREAM_NO_SYNC, &view)
        ptr, nbytes, on_device = <uintptr_t>view.ptr, cucore_view_nbytes(&view), is_cuda(&view)
        cucore_view_release(&view)
        # END
    if not on_device and not accept_host_buffer:
        raise ValueError("Non-CUDA buffers not supported")
    if size is None:
        return pair[uintptr_t, size_t](ptr, nbytes)
    if size > nbytes:
        raise ValueError(f"size is {size}, greater than the {nbytes} bytes of the buffer")
    return pair[uintptr_t, size_t](ptr, <size_t>size)
