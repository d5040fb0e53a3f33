# cython: language_level=3
# cuVS's cydlpack.pyx on cucore.
import numpy

# BEGIN dlpack_c
from cpython.object cimport PyObject

cimport cucore
from cucore cimport (
    CUCORE_ARG,
    CUCORE_CONTIGUOUS,
    CUCORE_EXPORT_LEGACY_READONLY,
    CUCORE_STREAM_NO_SYNC,
    CUCORE_TRUST_PRODUCER,
    cucore_arg,
    cucore_py_array_to_dlmanaged,
    cucore_py_exceptions,
)

cdef cucore_py_exceptions classes
classes.wrong_dtype = <PyObject *>ValueError
classes.missing_field = <PyObject *>KeyError
classes.wrong_type = <PyObject *>TypeError
cdef cucore_arg expected = CUCORE_ARG(
    b"ary", b"bool int8 int32 int64 uint8 uint32 uint64 float16 float32 float64", NULL,
    CUCORE_CONTIGUOUS | CUCORE_TRUST_PRODUCER)
expected.exceptions = &classes


cdef DLManagedTensor *dlpack_c(ary) except NULL:
    """Returns any array as a tensor that keeps it, with strides only in F order: the caller calls its deleter."""
    cdef cucore.DLManagedTensor *made
    cdef int64_t step = 1
    cdef int32_t i
    cucore_py_array_to_dlmanaged(ary, &expected, CUCORE_STREAM_NO_SYNC, CUCORE_EXPORT_LEGACY_READONLY, &made)
    for i in range(made.dl_tensor.ndim - 1, -1, -1):
        if step and made.dl_tensor.shape[i] != 1 and made.dl_tensor.strides[i] != step:
            break
        step *= made.dl_tensor.shape[i]
    else:
        made.dl_tensor.strides = NULL
    return <DLManagedTensor *>made
# END


def dl_data_type_to_numpy(DLDataType dtype):
    """Returns the type of NumPy that the elements have."""
    cdef cucore.cucore_dtype element = cucore.cucore_dtype_make(dtype.code, dtype.bits, dtype.lanes)
    cdef char[16] typestr
    # longdouble has 80 bits in 16 bytes, DLPack's float128 has 128.
    if (dtype.code == cucore.CUCORE_CODE_FLOAT and dtype.bits == 128
            or cucore.cucore_dtype_to_typestr(element, typestr, sizeof(typestr)) < 0):
        raise ValueError(f"NumPy has no type for {dtype}")
    return numpy.dtype(typestr.decode()).type
