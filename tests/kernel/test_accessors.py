"""Accessors of views: what stands in the struct, and what is refused."""
import ctypes

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernels as K

FLOAT32, FLOAT64, INT32 = (2, 32, 1), (2, 64, 1), (0, 32, 1)
ANY = (0, 0, 0)


def nbytes_of(ndim, bits):
    return -(-(8 + 2 * ndim * bits // 8) // 8) * 8


def accessor(array, name="x", dtype=ANY, flags=0, device_id=0, ndim=None, bits=32, nbytes=None):
    """-> address, shape, strides; nothing is written on error"""
    ndim = array.ndim if ndim is None else ndim
    size = nbytes_of(max(ndim, 0), bits) if nbytes is None else nbytes
    out = ctypes.create_string_buffer(b"\xa5" * size, size)
    K.LIB.kernel_accessor.argtypes = [ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_int] * 3, ctypes.c_uint64, *[ctypes.c_int] * 3,
                                      ctypes.c_void_p, ctypes.c_size_t]
    status = K.LIB.kernel_accessor(ctypes.byref(array), name and name.encode(), *dtype, flags, device_id, ndim, bits, out, size)
    if status:
        assert out.raw == b"\xa5" * size
        raise K.Refused(status, K.error())
    entries = np.frombuffer(out.raw, f"i{bits // 8}", 2 * ndim, 8)
    return int(np.frombuffer(out.raw, "u8", 1)[0]), tuple(map(int, entries[:ndim])), tuple(map(int, entries[ndim:]))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.randoms(use_true_random=False), st.sampled_from([32, 64]))
def test_shape_and_strides(shape, random, bits):
    array = np.zeros(shape, "f4").transpose(random.sample(range(len(shape)), len(shape)))
    array = array[tuple(slice(None, None, random.choice([1, 1, 2, -1])) for _ in shape)]
    assert accessor(K.described(array), dtype=FLOAT32, flags=K.WRITE, bits=bits) == (
        array.ctypes.data, array.shape, tuple(stride // 4 for stride in array.strides))


@pytest.mark.parametrize("step", [1, -1, 3, -3])
def test_indices_of_every_integer_type(step):
    K.LIB.kernel_at.restype = ctypes.c_void_p
    array = np.arange(15.0)[::step]
    assert [K.LIB.kernel_at(ctypes.byref(K.described(array)), ctypes.c_uint(i)) for i in range(len(array))] == [array[i:].ctypes.data for i in range(len(array))]


FAR = 2**31
FITS = {  # array, more -> shape, strides
    "as far as 32 bits reach": (K.raw(4096, (2, 3), (FAR - 3, 1)), {}, ((2, 3), (FAR - 3, 1))),
    "as far, backwards": (K.raw(2**40, (2, 3), (-(FAR - 3), -1)), {}, ((2, 3), (-(FAR - 3), -1))),
    "a stride that means nothing": (K.raw(4096, (1, 3), (2**40, 1)), {}, ((1, 3), (0, 1))),
    "farther, with 64 bits": (K.raw(4096, (2, 3), (2**40, 1)), {"bits": 64}, ((2, 3), (2**40, 1))),
    "a stride that has no negative": (K.raw(4096, (1, 3), (-(2**63), 1)), {}, ((1, 3), (0, 1))),
    "no elements": (K.raw(0, (0, 3), (2**40, 1)), {}, ((0, 3), (0, 1))),
    "vectors": (K.raw(4096, (5, 8), (12, 1)), {"dtype": (1, 32, 4)}, ((5, 2), (3, 1))),
    "vectors of one row": (K.raw(4096, (1, 8), (3, 1)), {"dtype": (1, 32, 4)}, ((1, 2), (0, 1))),
    "vectors, none": (K.raw(4096, (0, 8), (3, 1)), {"dtype": (1, 32, 4)}, ((0, 8), (3, 1))),
    "a device": (K.raw(4096, (4,), (1,), id=1), {"flags": K.ON_DEVICE_ID, "device_id": 1}, ((4,), (1,))),
}


@pytest.mark.parametrize("row", FITS)
def test_fits(row):
    array, more, expected = FITS[row]
    assert accessor(array, **more)[1:] == expected


READ_ONLY = np.zeros((3, 4), "f4")
READ_ONLY.flags.writeable = False
MISUSES = {  # array, more, status, message
    "another dtype": (K.described(np.zeros((3, 4), "i4")), {"dtype": FLOAT32}, -6, "x: expected dtype float32, got int32"),
    "another rank": (K.described(np.zeros((3, 4), "f4")), {"ndim": 3}, -7, "x: expected 3 axes, got 2"),
    "one axis": (K.described(np.zeros((3, 4), "f4")), {"ndim": 1, "name": None}, -7, "array: expected 1 axis, got 2"),
    "no axes": (K.described(np.zeros((3, 4), "f4")), {"ndim": 0}, -1, "x: an accessor of 0 axes and 32 bits; there are 1 to 64, and 32 or 64"),
    "16 bits": (K.described(np.zeros((3, 4), "f4")), {"bits": 16}, -1, "x: an accessor of 2 axes and 16 bits; there are 1 to 64, and 32 or 64"),
    "another struct": (K.described(np.zeros((3, 4), "f4")), {"nbytes": 32}, -1, "x: 32 bytes are no accessor of 2 axes and 32 bits"),
    "read-only": (K.described(READ_ONLY), {"flags": K.WRITE}, -5, "x: expected a writable array, got a read-only one"),
    "2^31 elements": (K.raw(4096, (FAR,), (1,)), {}, -8,
                      "x: shape (2147483648,) and strides (1,) take indices of 64 bits; 32 reach 2147483647 elements"),
    "an element too far": (K.raw(4096, (2, 3), (FAR - 2, 1)), {}, -8,
                           "x: shape (2, 3) and strides (2147483646, 1) take indices of 64 bits; 32 reach 2147483647 elements"),
    "far in both directions": (K.raw(2**40, (2, 2), (FAR - 1, -(FAR - 1))), {}, -8,
                               "x: shape (2, 2) and strides (2147483647, -2147483647) take indices of 64 bits; 32 reach 2147483647 elements"),
    "on the host": (K.described(np.zeros((3, 4), "f4")), {"flags": K.DEVICE}, -9, "x: expected an array that CUDA can read, got one on cpu"),
    "on another device": (K.raw(4096, (4,), (1,), id=1), {"flags": K.ON_DEVICE_ID, "device_id": 0}, -9,
                          "x: expected an array on cuda:0, got one on cuda:1"),
    "flags": (K.described(np.zeros((3, 4), "f4")), {"flags": 1 << 2}, -1, "x: of the flags 0x4, 0x4 mean nothing to a kernel's operand"),
    "vectors of a row that is no multiple": (K.raw(4096, (5, 6), (8, 1)), {"dtype": (1, 32, 4)}, -7,
                                             "x: expected a multiple of 4 elements on the last axis, for vectors, got 6"),
    "vectors, not aligned": (K.raw(4100, (5, 8), (8, 1)), {"dtype": (1, 32, 4)}, -8,
                             "x: expected memory aligned to 16 bytes, for vectors, got address 0x1004"),
    "vectors, not side by side": (K.raw(4096, (5, 8), (1, 8)), {"dtype": (1, 32, 4)}, -8,
                                  "x: expected elements side by side on the last axis, for vectors, got stride 8"),
    "vectors, rows that are not aligned": (K.raw(4096, (5, 8), (10, 1)), {"dtype": (1, 32, 4)}, -8,
                                           "x: expected strides that are multiples of 4 elements, for vectors, got 10 on axis 0"),
    "vectors of three": (K.raw(4096, (5, 9), (9, 1)), {"dtype": (1, 32, 3)}, -6, "x: expected dtype uint32x3, got uint32"),
}


@pytest.mark.parametrize("row", MISUSES)
def test_misuse(row):
    array, more, status, message = MISUSES[row]
    with pytest.raises(K.Refused) as caught:
        accessor(array, **more)
    assert caught.value.args == (status, message)
