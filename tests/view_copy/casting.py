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
NAMES = tuple(DTYPES)  # the dtypes that loops and written kernels convert
# code, bits of the mantissa, bias, the last finite code, what comes after it: "inf", "nan", "nuz" (NaN where others have -0), "sat"
# (the last code), "pow" (powers of 2, all positive)
SMALL = {
    "float8_e3m4": (7, 4, 3, 0x6F, "inf"), "float8_e4m3": (8, 3, 7, 0x77, "inf"), "float8_e4m3b11fnuz": (9, 3, 11, 0x7F, "nuz"),
    "float8_e4m3fn": (10, 3, 7, 0x7E, "nan"), "float8_e4m3fnuz": (11, 3, 8, 0x7F, "nuz"), "float8_e5m2": (12, 2, 15, 0x7B, "inf"),
    "float8_e5m2fnuz": (13, 2, 16, 0x7F, "nuz"), "float8_e8m0fnu": (14, 0, 127, 0xFE, "pow"), "float6_e2m3fn": (15, 3, 1, 0x1F, "sat"),
    "float6_e3m2fn": (16, 2, 3, 0x1F, "sat"), "float4_e2m1fn": (17, 1, 1, 0x7, "sat"),
}
for _name, _row in SMALL.items():
    DTYPES[_name] = (_row[0], {"6": 6, "4": 4}.get(_name[5], 8), "u1")
FEW = {f"{kind}{bits}": (code, bits, "u1") for kind, code in (("int", INT), ("uint", UINT)) for bits in (1, 2, 4)}
DTYPES.update(FEW, complex32=(COMPLEX, 32, "u4"), bcomplex32=(18, 32, "u4"))
SWAPPED = tuple(f"swapped {name}" for name in NAMES if DTYPES[name][1] > 8)
for _name in SWAPPED:  # bytes in the other order
    _code, _bits, _stored = DTYPES[_name.split()[1]]
    DTYPES[_name] = (_code | 0x100, _bits, np.dtype(_stored).newbyteorder())
MORE = tuple(DTYPES)[len(NAMES):]  # the others
ALL = tuple(DTYPES)


def others(from_):
    """What `from_` is converted to, with at least one of the two in MORE."""
    return [to for to in (ALL if from_ in MORE else MORE) if to != from_]


def base(name):
    return name.split()[-1]


def stored(name):
    return np.dtype(DTYPES[name][2])


def describe(name, ptr, shape, strides, kind=C.CPU, device=0, **more):
    array = C.describe(ptr, shape, strides, stored(name).itemsize, kind, device, **more)
    array.code, array.bits = DTYPES[name][:2]
    return array


# -- what comes out ------------------------------------------------------------------------------------------------------
def codes(name):
    """The values of the codes of a float of up to 16 bits, from 0 on without a sign, up to the last finite one."""
    mantissa, bias, last = {"float16": (10, 15, 0x7BFF), "bfloat16": (7, 127, 0x7F7F)}.get(name) or SMALL[name][1:4]
    code = np.arange(last + 1)
    if name == "float8_e8m0fnu":
        return 2.0 ** (code - 127)
    place, fraction = code >> mantissa, code % (1 << mantissa)
    return (fraction / 2 ** mantissa + (place > 0)) * 2.0 ** (np.maximum(place, 1) - bias)


def all_of_small(name):
    """The float64 of each byte; bits that the number does not have are ignored."""
    _, _, _, last, beyond = SMALL[name]
    bits, half = DTYPES[name][1], 1 << (DTYPES[name][1] - 1)
    values = np.full(256, np.nan)
    if beyond == "pow":
        values[:last + 1] = codes(name)
    else:
        values[:last + 1] = codes(name)
        if beyond == "inf":
            values[last + 1] = np.inf
        values[half:2 * half] = -values[:half]
        if beyond == "nuz":
            values[half] = np.nan
    return values[np.arange(256) % (1 << bits)]


VALUES = {name: all_of_small(name) for name in SMALL}


def widen(values, name):
    """The same numbers as NumPy has them: bool, integers, float64, complex128."""
    name = base(name)
    if name == "bool":
        return values != 0
    if name in SMALL:
        return VALUES[name][values]
    if name in FEW:
        _, bits, _ = FEW[name]
        low = (values % (1 << bits)).astype(np.int16)
        return (low - ((low >> (bits - 1)) << bits)).astype(np.int8) if name[0] == "i" else low.astype(np.uint8)
    if name.endswith("complex32"):
        part = "bfloat16" if name[0] == "b" else "float16"
        halves = widen(np.ascontiguousarray(values).view(stored(part)), part)
        with np.errstate(invalid="ignore"):
            return halves.astype(np.float64).view(np.complex128).reshape(values.shape)
    with np.errstate(invalid="ignore"):  # NaN that signals
        if name == "bfloat16":
            return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
        return values.astype({"f": np.float64, "c": np.complex128}.get(values.dtype.kind, values.dtype.newbyteorder("=")))


STEPS = {}
for _name in ("float16", "bfloat16", *SMALL):  # half way to the next one; the last one has a next one, which is beyond
    _all = codes(_name).astype(np.longdouble)
    STEPS[_name] = np.append((_all[1:] + _all[:-1]) / 2, _all[-1] * 1.5 if _name == "float8_e8m0fnu" else _all[-1] + (_all[-1] - _all[-2]) / 2)


def round_to_float(numbers, name):
    """The code of the nearest one, ties to even.  numbers: integers or float64, which a long double has without loss."""
    with np.errstate(invalid="ignore"):
        exact = np.asarray(numbers).astype(np.longdouble)
    last = len(STEPS[name])
    beyond, sign = (SMALL[name][4], 1 << (DTYPES[name][1] - 1)) if name in SMALL else ("inf", 0x8000)
    size = np.where(np.isnan(exact), 0, np.abs(exact))
    place = np.searchsorted(STEPS[name], size, "left")
    tie = STEPS[name][np.minimum(place, last - 1)] == size
    bits = (place + (tie & ((place & 1 == 1) | (beyond == "pow")))).astype(np.uint16)
    if beyond == "pow":
        bits = np.where((exact > codes(name)[0]) & (exact < codes(name)[1]), 1, bits)  # as ml_dtypes has it
        return np.where(exact > 0, bits, 255).astype(np.uint16)
    over, nan = {"inf": (last, last + 1), "nan": (last, last), "nuz": (sign, sign), "sat": (last - 1, 0)}[beyond]
    bits = np.where(np.isnan(exact), nan, np.where(bits >= last, over, bits))
    if beyond == "nuz":
        return np.where(bits == 0, 0, np.where(bits == sign, sign, bits + np.where(np.signbit(exact), sign, 0))).astype(np.uint16)
    return (bits + np.where(np.signbit(exact), sign, 0)).astype(np.uint16)


def to_integers(numbers, dtype):
    """As C has it, and what C leaves undefined as the nearest integer there is, NaN as 0."""
    info = np.iinfo(dtype)
    with np.errstate(invalid="ignore"):
        inside = numbers.astype(dtype)
    low, high = numbers <= float(info.min), numbers >= float(info.max) + (1 if info.bits < 64 else 0)
    return np.where(np.isnan(numbers), 0, np.where(low, info.min, np.where(high, info.max, inside))).astype(dtype)


def converted(values, from_, to):
    """values: an array as `from_` is stored -> one as `to` is stored"""
    numbers, dtype, to = widen(values, from_), stored(to), base(to)
    if to == "bool":
        return (numbers != 0).astype(np.uint8)
    if to.endswith("complex32"):
        halves = [converted_part(part, "bfloat16" if to[0] == "b" else "float16") for part in (numbers.real, numbers.imag)]
        return np.stack(halves, -1).copy().view(dtype).reshape(numbers.shape)
    if numbers.dtype.kind == "c" and dtype.kind != "c":
        numbers = numbers.real
    if to in STEPS:
        codes_ = converted_part(numbers, to)
        return codes_.astype(dtype) if to in SMALL or to == "bfloat16" else codes_.view("f2").astype(dtype)
    if to in FEW:
        _, bits, _ = FEW[to]
        if numbers.dtype.kind == "f":
            low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if to[0] == "i" else (0, (1 << bits) - 1)
            numbers = np.clip(to_integers(numbers, np.dtype(np.int16)), low, high)
        return (numbers.astype(np.uint8) % (1 << bits)).astype(np.uint8)
    if dtype.kind in "iu" and numbers.dtype.kind == "f":
        return to_integers(numbers, dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        return numbers.astype(dtype)


def converted_part(numbers, to):
    """Codes of real numbers."""
    return round_to_float(numbers.astype(np.uint8) if numbers.dtype.kind == "b" else numbers, to)


def parts(values, name):
    """Bits of each number, NaN of any sign and payload as one, and zero of any sign as one where NaN becomes zero."""
    values = np.ascontiguousarray(values).reshape(-1).view(stored(name))
    order, part = values.dtype.str[0].replace("|", "="), base(name)
    if "complex" in part:
        part = {"complex32": "float16", "bcomplex32": "bfloat16", "complex64": "float32", "complex128": "float64"}[part]
        values = values.view(stored(part).newbyteorder(order))
    bits = values.view(f"u{values.itemsize}").copy()
    if part in SMALL and SMALL[part][4] == "sat":
        bits[VALUES[part][values] == 0] = 0
    numbers = widen(values, part) if part in SMALL or part == "bfloat16" else values
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
    dtype, random, name = stored(name), np.random.default_rng(seed).bytes(16 * more), base(name)
    rest = np.frombuffer(random, dtype)
    if name == "bool" or name in SMALL or name in FEW:
        return np.arange(256, dtype=np.uint8)
    if name in STEPS:
        return np.arange(65536, dtype=np.uint16).view(dtype)
    if name.endswith("complex32"):
        halves = np.arange(65536, dtype=np.uint16)
        return np.concatenate([np.stack([halves, np.roll(halves, 7919)], -1).copy().view(dtype)[:, 0], [0x80008000, 0], rest]).astype(dtype)
    if dtype.kind in "iu":
        return np.concatenate([integers(dtype), rest]).astype(dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        if dtype.kind == "f":
            return np.concatenate([floats().astype(dtype), rest]).astype(dtype)
        real = floats().astype("f4" if name == "complex64" else "f8")
        return np.concatenate([real + 1j * np.roll(real, 7), real + 0j, 1j * real, rest]).astype(dtype)


# -- packed bits ------------------------------------------------------------------------------------------------------------
class Packed:
    """Random bytes, of whose bits an array of any strides has some: what it has, and the bytes after other elements were put there."""

    def __init__(self, name, shape, strides, seed=0):
        self.name, self.shape, self.strides, self.width = name, shape, strides, DTYPES[name][1]
        at = sum(np.arange(n).reshape((n,) + (1,) * (len(shape) - i - 1)) * s for i, (n, s) in enumerate(zip(shape, strides)))
        at = np.broadcast_to(at, shape) * self.width
        self.start = -(int(at.min()) // 8)  # the byte of element [0, ...]
        self.at = (at[..., None] + 8 * self.start + np.arange(self.width)).reshape(-1, self.width)
        self.bytes = np.random.default_rng(seed).integers(0, 256, int(self.at.max()) // 8 + 1, np.uint8)

    def array(self, ptr, kind=C.CPU):
        array = describe(self.name, ptr + self.start, self.shape, self.strides, kind, itembits=self.width)
        return array

    def elements(self, data=None):
        bits = np.unpackbits(self.bytes if data is None else data, bitorder="little")[self.at]
        return (bits << np.arange(self.width, dtype=np.uint8)).sum(1).astype(np.uint8)

    def others(self, data):
        bits = np.unpackbits(data, bitorder="little")
        bits[self.at] = 0
        return bits


PACKED = tuple(name for name in MORE if DTYPES[name][1] < 8)
SHAPES = (((5, 7), (7, 1)), ((5, 7), (9, 1)), ((3, 130), (1, 4)), ((4, 2, 67), (-70, 300, 1)), ((1,), (1,)), ((900,), (-2,)))


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
