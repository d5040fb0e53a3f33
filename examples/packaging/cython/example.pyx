# cython: language_level=3
from cucore cimport CUCORE_ARG, CUCORE_HOST_ACCESSIBLE, cucore_arg, cucore_py_view, cucore_view, cucore_view_release

cdef cucore_arg expected = CUCORE_ARG(b"x", b"float64", b"n", CUCORE_HOST_ACCESSIBLE)


def total(x):
    """total(x) -> float"""
    cdef cucore_view view
    cdef double sum = 0
    cucore_py_view(x, &expected, NULL, &view)
    for i in range(view.layout.shape[0]):
        sum += (<const double *>view.ptr)[i * view.layout.strides[0]]
    cucore_view_release(&view)
    return sum
