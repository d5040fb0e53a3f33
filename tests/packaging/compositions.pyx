# cython: language_level=3
"""Declarations of cucore for Cython, composed as the headers describe it; check_all() uses each composition."""
from cpython.object cimport PyObject
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from cucore cimport *

cdef int released = 0


cdef void count_release(void *owner) noexcept nogil:
    global released
    released += 1


cdef void release_object(void *owner) noexcept with gil:
    (<list>owner).append("released")


cdef DLManagedTensor *tensor_of(object x) except NULL:
    """detach -> to_dlmanaged"""
    cdef cucore_view view
    cdef cucore_owner owner
    cdef DLManagedTensor *out
    cucore_py_view(x, NULL, NULL, &view)
    cucore_py_check(cucore_view_detach(&view, &owner))
    cucore_py_check(cucore_view_to_dlmanaged(&view, owner.owner, owner.release, 0, &out))
    return out


cdef DLManagedTensorVersioned *versioned_of(object x) except NULL:
    cdef cucore_view view
    cdef cucore_owner owner
    cdef DLManagedTensorVersioned *out
    cucore_py_view(x, NULL, NULL, &view)
    cucore_py_check(cucore_view_detach(&view, &owner))
    cucore_py_check(cucore_view_to_dlmanaged_versioned(&view, owner.owner, owner.release, 0, &out))
    return out


def check_tensor(x):
    cdef DLManagedTensor *tensor = tensor_of(x)
    cdef DLTensor *inner = &tensor.dl_tensor
    cdef DLDataType dtype = inner.dtype
    shape = tuple(inner.shape[i] for i in range(inner.ndim))
    strides = tuple(inner.strides[i] * x.itemsize for i in range(inner.ndim))
    assert (shape, strides) == (x.shape, x.strides), (shape, strides)
    assert <size_t>inner.data + inner.byte_offset == <size_t>x.ctypes.data
    assert (dtype.code, dtype.bits, dtype.lanes) == (CUCORE_CODE_FLOAT, 64, 1)
    assert (inner.device.device_type, inner.device.device_id) == (CUCORE_DEVICE_TYPE_CPU, 0)
    with nogil:
        tensor.deleter(tensor)


def check_versioned(x):
    cdef DLManagedTensorVersioned *tensor = versioned_of(x)
    assert tensor.version.major == 1 and tensor.flags == 0
    assert (<double *>tensor.dl_tensor.data)[0] == x.flat[0]
    with nogil:
        tensor.deleter(tensor)


def check_dltensor(x):
    """A view as a tensor that borrows everything."""
    cdef cucore_view view
    cdef DLTensor tensor
    cucore_py_view(x, NULL, NULL, &view)
    cucore_py_check(cucore_view_to_dltensor(&view, &tensor))
    assert (tensor.ndim, tensor.shape[0]) == (x.ndim, x.shape[0])
    cucore_view_release(&view)


cdef cucore_array_spec spec_of(cucore_dtype dtype, const int64_t *shape):
    """An array of the CPU with one axis."""
    cdef cucore_array_spec spec
    memset(&spec, 0, sizeof(spec))
    spec.dtype, spec.ndim, spec.shape, spec.device_type = dtype, 1, shape, CUCORE_DEVICE_TYPE_CPU
    return spec


def check_array(x):
    """detach -> array"""
    cdef cucore_view view, wrapped
    cdef cucore_owner owner
    cdef int64_t n = x.size
    cdef cucore_array_spec spec
    cucore_py_view(x, NULL, NULL, &view)
    spec = spec_of(view.dtype, &n)
    cucore_py_check(cucore_view_detach(&view, &owner))
    cucore_py_check(cucore_view_wrap(view.ptr, &spec, owner.owner, owner.release, &wrapped))
    assert (<double *>wrapped.ptr)[n - 1] == x.flat[n - 1]
    cucore_view_release(&wrapped)


cdef cucore_status through_a_buffer(cucore_owner *owner, const cucore_array_spec *spec, void *ptr, size_t nbytes,
                                    cucore_view *out) noexcept nogil:
    """detach -> buffer -> array, and back; compiled only, since a driver looks the pointer up."""
    cdef cucore_buffer buffer
    cdef cucore_status status = cucore_buffer_from_pointer(ptr, nbytes, owner.owner, owner.release, &buffer)
    if not status:
        status = cucore_view_wrap(buffer.ptr, spec, buffer.owner, buffer.release, out)
    return status


def check_owners():
    """Functions of the module, without the GIL and with it."""
    cdef cucore_owner owner = cucore_owner(owner=NULL, release=count_release)
    cdef cucore_view view
    cdef double number = 3
    cdef int64_t n = 1
    cdef cucore_array_spec spec = spec_of(cucore_dtype_make(CUCORE_CODE_FLOAT, 64, 1), &n)
    calls = []
    cucore_owner_release(&owner)
    cucore_py_check(cucore_view_wrap(&number, &spec, &number, count_release, &view))
    with nogil:
        cucore_view_release(&view)
    cucore_py_check(cucore_view_wrap(&number, &spec, <void *>calls, release_object, &view))
    with nogil:
        cucore_view_release(&view)
    assert (released, calls) == (2, ["released"]), (released, calls)


cdef cucore_status allocate(void *user_data, size_t nbytes, CUstream stream, void **out) noexcept nogil:
    (<int *>user_data)[0] += 1
    out[0] = malloc(nbytes)
    return CUCORE_OK if out[0] else cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes", <int>nbytes)


cdef cucore_status deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream) noexcept nogil:
    (<int *>user_data)[0] -= 1
    free(ptr)
    return CUCORE_OK


def check_allocator():
    cdef int living = 0
    cdef cucore_memory_functions functions
    cdef cucore_memory_resource *resource
    cdef cucore_buffer buffer
    functions.allocate = allocate
    functions.deallocate = deallocate
    functions.device_type = CUCORE_DEVICE_TYPE_CPU
    functions.device_id = 0
    cucore_py_check(cucore_memory_resource_from_functions(&functions, &living, count_release, &resource))
    cucore_py_check(cucore_buffer_allocate(resource, 100, NULL, &buffer))
    assert living == 1
    cucore_buffer_release(&buffer)
    cucore_memory_resource_release(resource)
    assert living == 0


cdef const cucore_view *view_of(PyObject *self) noexcept:
    return NULL


cdef PyObject *wrap(DLManagedTensorVersioned *managed) noexcept:
    return NULL


cdef int stream_of(int device_id, CUstream *out) noexcept:
    out[0] = NULL
    return 0


cdef int tensor_allocate(DLTensor *prototype, DLManagedTensorVersioned **out, void *context,
                         void (*set_error)(void *, const char *, const char *) noexcept) noexcept:
    set_error(context, "MemoryError", "no memory")
    return -1


cdef int tensor_from(void *obj, DLManagedTensorVersioned **out) noexcept:
    return -1


cdef int current_stream(DLDeviceType device_type, int32_t device_id, void **out) noexcept:
    out[0] = NULL
    return 0


cdef int errors = 0


cdef void note_error(void *context, const char *kind, const char *message) noexcept:
    global errors
    errors += 1


def check_tables():
    """Functions that are called with the GIL."""
    cdef cucore_py_exporter exporter
    cdef cucore_exchange_api table
    cdef void *out = <void *>1
    exporter.view, exporter.wrap, exporter.stream = view_of, wrap, stream_of
    table.managed_tensor_allocator = tensor_allocate
    table.managed_tensor_from_py_object_no_sync = tensor_from
    table.current_work_stream = current_stream
    assert table.managed_tensor_allocator(NULL, NULL, NULL, note_error) == -1 and errors == 1
    assert table.current_work_stream(<DLDeviceType>CUCORE_DEVICE_TYPE_CPU, 0, &out) == 0 and not out


def check_all():
    import sys

    import numpy
    x = numpy.arange(12.0).reshape(3, 4)
    for check, a in ((check_tensor, x[:, ::2]), (check_versioned, x), (check_dltensor, x), (check_array, x)):
        before = sys.getrefcount(a)
        check(a)
        assert sys.getrefcount(a) == before, check
    check_owners()
    check_allocator()
    check_tables()
