"""Conversion of elements: dtypes, values worth trying, and what becomes of them: NumPy says where it has a dtype and C
defines the result; the rest is said here."""
import numpy as np
from hypothesis import strategies as st

import copying as C

CAST = 1  # CUCORE_COPY_CAST
INT, UINT, FLOAT, BFLOAT, COMPLEX, BOOL = 0, 1, 2, 4, 5, 6
DTYPES = {  # name: code, bits, how NumPy stores it (bfloat16: the bits alone)
    "bool": (BOOL, 8, "u1"), "int8": (INT, 8, "i1"), "int16": (INT, 16, "i2"), "int32": (INT, 32, "i4"),
    "int64": (INT, 64, "i8"), "uint8": (UINT, 8, "u1"), "uint16": (UINT, 16, "u2"), "uint32": (UINT, 32, "u4"),
    "uint64": (UINT, 64, "u8"), "float16": (FLOAT, 16, "f2"), "bfloat16": (BFLOAT, 16, "u2"), "float32": (FLOAT, 32, "f4"),
    "float64": (FLOAT, 64, "f8"), "complex64": (COMPLEX, 64, "c8"), "complex128": (COMPLEX, 128, "c16"),
}
NAMES = tuple(DTYPES)


def stored(name):
    return np.dtype(DTYPES[name][2])


def describe(name, ptr, shape, strides, kind=C.CPU, device=0, **more):
    array = C.describe(ptr, shape, strides, stored(name).itemsize, kind, device, **more)
    array.code, array.bits = DTYPES[name][:2]
    return array


# -- what comes out ------------------------------------------------------------------------------------------------------
def widen(values, name):
    """The same numbers as NumPy has them: bool, integers, float64, complex128."""
    if name == "bool":
        return values != 0
    with np.errstate(invalid="ignore"):  # NaN that signals
        if name == "bfloat16":
            return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
        return values.astype({"f": np.float64, "c": np.complex128}.get(values.dtype.kind, values.dtype))


def all_of(name):
    """Every finite value >= 0 of a float of 16 bits, in order: its bits are its place."""
    bits = np.arange(0x7C00 if name == "float16" else 0x7F80, dtype=np.uint16)
    return widen(bits.view(stored(name)), name)


STEPS = {}
for _name in ("float16", "bfloat16"):  # half way to the next one; the last one has a next one, which is infinity
    _all = all_of(_name).astype(np.longdouble)
    STEPS[_name] = np.append((_all[1:] + _all[:-1]) / 2, _all[-1] + (_all[-1] - _all[-2]) / 2)


def round_to_16(numbers, name):
    """The bits of the nearest one, ties to even.  numbers: integers or float64, which a long double has without loss."""
    with np.errstate(invalid="ignore"):
        exact = np.asarray(numbers).astype(np.longdouble)
    size = np.where(np.isnan(exact), 0, np.abs(exact))
    place = np.searchsorted(STEPS[name], size, "left")
    tie = STEPS[name][np.minimum(place, len(STEPS[name]) - 1)] == size
    bits = (place + (tie & (place & 1 == 1))).astype(np.uint16)
    bits = np.where(np.isnan(exact), len(STEPS[name]) + 1, bits)  # infinity is behind the last one, and NaN behind that
    return (bits + np.where(np.signbit(exact), 0x8000, 0)).astype(np.uint16)


def to_integers(numbers, dtype):
    """As C has it, and what C leaves undefined as the nearest integer there is, NaN as 0."""
    info = np.iinfo(dtype)
    with np.errstate(invalid="ignore"):
        inside = numbers.astype(dtype)
    low, high = numbers <= float(info.min), numbers >= float(info.max) + (1 if info.bits < 64 else 0)
    return np.where(np.isnan(numbers), 0, np.where(low, info.min, np.where(high, info.max, inside))).astype(dtype)


def converted(values, from_, to):
    """values: an array as `from_` is stored -> one as `to` is stored"""
    numbers, dtype = widen(values, from_), stored(to)
    if to == "bool":
        return (numbers != 0).astype(np.uint8)
    if numbers.dtype.kind == "c" and dtype.kind != "c":
        numbers = numbers.real
    if to in STEPS:
        return round_to_16(numbers.astype(np.uint8) if from_ == "bool" else numbers, to).view(dtype)
    if dtype.kind in "iu" and numbers.dtype.kind == "f":
        return to_integers(numbers, dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        return numbers.astype(dtype)


def parts(values, name):
    """Bits of each number, NaN of any sign and payload as one."""
    values = np.ascontiguousarray(values).reshape(-1).view(stored(name))
    if name.startswith("complex"):
        values = values.view("f4" if name == "complex64" else "f8")
    bits = values.view(f"u{values.itemsize}").copy()
    numbers = widen(values, name) if name == "bfloat16" else values
    if numbers.dtype.kind == "f":
        bits[np.isnan(numbers)] = 2 ** (8 * values.itemsize) - 1
    return bits


# -- what goes in ----------------------------------------------------------------------------------------------------------
def integers(dtype):
    info = np.iinfo(dtype)
    values = {0, 1, 2, 3, 5, 127, 128, 129, 255, 256, 257, 32767, 32768, 65504, 65519, 65520, 65521, 65535, 65536}
    for bits in range(7, 65):  # beside each power of two, and half way between two floats of 8, 11, 24 and 53 bits
        for power in (1 << bits, 3 << (bits - 1)):
            for drop in (8, 9, 11, 12, 24, 25, 53, 54):
                half = (power >> drop) | 0
                values |= {power + d for d in (-2, -1, 0, 1, 2, half, half + 1, half - 1, 3 * half, 3 * half + 1, 3 * half - 1)}
    values |= {-v for v in values} | {info.min, info.max}
    return np.array(sorted(v for v in values if info.min <= v <= info.max), dtype)


def floats():
    """float64, among them all that decides something in a smaller dtype."""
    values = [0.0, -0.0, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, np.inf, -np.inf, np.nan, -np.nan,
              0.5, 1.5, 2.5, -0.5, -0.9999, 0.9999999999999999, 3.4028234663852886e38, 3.4028235677973366e38, 65504.0,
              65519.99999999999, 65520.0, 65520.00000000001, 3.3895313892515355e38, 3.3961775292304957e38]
    for bits in range(-150, 130):
        x = 2.0 ** bits
        values += [x, np.nextafter(x, 0), np.nextafter(x, np.inf), 1.5 * x]
        for digits in (8, 11, 24):  # a tie, and beside it
            for odd in (1, 3):
                tie = x + odd * x * 2.0 ** -digits
                values += [tie, np.nextafter(tie, 0), np.nextafter(tie, np.inf)]
    for bits in (7, 8, 15, 16, 31, 32, 63, 64):
        values += [2.0 ** bits - 1, 2.0 ** bits + 1, 2.0 ** bits - 0.5, 2.0 ** bits + 0.5]
    values = np.array(values)
    return np.concatenate([values, -values])


def values_of(name, seed=0, more=200):
    """Special values of a dtype and random bits, as it is stored."""
    dtype, random = stored(name), np.random.default_rng(seed).bytes(16 * more)
    rest = np.frombuffer(random, dtype)
    if name == "bool":
        return np.arange(256, dtype=np.uint8)
    if name in STEPS:
        return np.arange(65536, dtype=np.uint16).view(dtype)
    if dtype.kind in "iu":
        return np.concatenate([integers(dtype), rest])
    with np.errstate(over="ignore", invalid="ignore"):
        if dtype.kind == "f":
            return np.concatenate([floats().astype(dtype), rest])
        real = floats().astype("f4" if name == "complex64" else "f8")
        return np.concatenate([real + 1j * np.roll(real, 7), real + 0j, 1j * real, rest]).astype(dtype)


# -- layouts ---------------------------------------------------------------------------------------------------------------
names = st.sampled_from(NAMES)


@st.composite
def pairs(draw, most=3000):
    """Names of two different dtypes, and arrays of random bytes as tests.copying.pairs has them."""
    to, from_ = draw(names), draw(names)
    dst, src = draw(C.pairs(6, most))
    if to == from_:
        to = NAMES[NAMES.index(to) - 1]
    return (to, C.Memory(dst.shape, dst.strides, stored(to).itemsize, draw(st.integers(0, 40)), 1),
            from_, C.Memory(src.shape, src.strides, stored(from_).itemsize, draw(st.integers(0, 40)), 2))


def elements(memory, name, data=None):
    """Those of a tests.copying.Memory, as they are stored, in C order."""
    view = np.ascontiguousarray(memory.view(data)).tobytes()
    return np.frombuffer(view, stored(name)).reshape(memory.shape)


def check(data, to, dst, from_, src):
    """All bytes of dst after the copy: the elements converted, the gaps as they were."""
    if 0 not in dst.shape:
        wanted = converted(np.broadcast_to(elements(src, from_), dst.shape).reshape(-1), from_, to)
        np.testing.assert_array_equal(parts(elements(dst, to, data), to), parts(wanted, to))
    touched = np.zeros(len(dst.bytes), np.uint8)
    if 0 not in dst.shape:
        dst.view(touched)[...] = np.frombuffer(b"\xff" * dst.itemsize, np.dtype((np.void, dst.itemsize)))[0]
    np.testing.assert_array_equal(data[touched == 0], dst.bytes[touched == 0])
