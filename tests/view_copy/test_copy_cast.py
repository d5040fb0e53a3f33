"""Copies that convert, on the host.  NumPy is the oracle, and arithmetic without loss where it has no dtype."""
import itertools
import math

import numpy as np
import pytest
from hypothesis import given

import casting as K
import copying as C

PAIRS = [pair for pair in itertools.product(K.NAMES, repeat=2) if pair[0] != pair[1]]


def cast(values, from_, to):
    out = np.full(len(values) + 1, 0xA5, np.uint8).repeat(K.stored(to).itemsize)
    C.copy(K.describe(to, out.ctypes.data, values.shape, (1,)), K.describe(from_, values.ctypes.data, values.shape, (1,)),
           flags=K.CAST)
    assert (out[len(values) * K.stored(to).itemsize:] == 0xA5).all()
    return out.view(K.stored(to))[:len(values)]


@pytest.mark.parametrize("from_, to", PAIRS)
def test_values(from_, to):
    values = K.values_of(from_)
    ours, wanted = K.parts(cast(values, from_, to), to), K.parts(K.converted(values, from_, to), to)
    wrong = np.flatnonzero(ours != wanted) // (len(ours) // len(values))
    assert not len(wrong), [(values[i], cast(values[i:i + 1], from_, to), K.converted(values[i:i + 1], from_, to)) for i in wrong[:5]]


@pytest.mark.parametrize("from_", K.ALL)
def test_values_of_more(from_):
    """Small floats, integers of few bits, complex32 and foreign byte order, from and to every dtype."""
    values = K.values_of(from_)
    for to in K.others(from_):
        ours, wanted = K.parts(cast(values, from_, to), to), K.parts(K.converted(values, from_, to), to)
        wrong = np.flatnonzero(ours != wanted) // (len(ours) // len(values))
        assert not len(wrong), (from_, to, len(wrong), [(values[i], cast(values[i:i + 1], from_, to), K.converted(values[i:i + 1], from_, to))
                                                        for i in wrong[:5]])


def test_the_oracle_agrees_with_numpy():
    """For float16 from floats; integers go through float32 in NumPy, which rounds once as long as they are finite."""
    for from_ in ("float32", "float64", "int64", "uint64", "int16", "bfloat16", "bool"):
        values = K.values_of(from_)
        with np.errstate(over="ignore", invalid="ignore"):
            theirs = K.widen(values, from_).astype(np.float16)
        np.testing.assert_array_equal(K.parts(theirs, "float16"), K.parts(K.converted(values, from_, "float16"), "float16"))


def test_the_oracle_agrees_with_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    for from_ in ("float32", "int16", "uint8", "float16"):
        values = K.values_of(from_)
        with np.errstate(invalid="ignore"):
            theirs = values.astype(ml_dtypes.bfloat16).view(np.uint16)
        np.testing.assert_array_equal(K.parts(theirs, "bfloat16"), K.parts(K.converted(values, from_, "bfloat16"), "bfloat16"))
        np.testing.assert_array_equal(K.widen(theirs, "bfloat16"), theirs.view(ml_dtypes.bfloat16).astype(np.float64))


SAID = [  # what the manual promises, one by one
    ("float64", [np.nan, np.inf, -np.inf, 1e30, -1e30, 255.9, -0.9], "uint8", [0, 255, 0, 255, 0, 255, 0]),
    ("float64", [np.nan, 127.9, 128.0, -128.9, -129.0], "int8", [0, 127, 127, -128, -128]),
    ("float64", [2.0 ** 63, -2.0 ** 63, -2.0 ** 64, 2.0 ** 63 - 1024], "int64", [2 ** 63 - 1, -2 ** 63, -2 ** 63, 2 ** 63 - 1024]),
    ("float64", [2.0 ** 64, 2.0 ** 63, -1.0, 2.0 ** 64 - 2048], "uint64", [2 ** 64 - 1, 2 ** 63, 0, 2 ** 64 - 2048]),
    ("int32", [-1, 256, 300, -129], "uint8", [255, 0, 44, 127]),
    ("uint64", [2 ** 64 - 1, 2 ** 63, 2 ** 53 + 1], "float64", [2.0 ** 64, 2.0 ** 63, 2.0 ** 53]),
    ("int64", [2 ** 24 + 1, 2 ** 60 + 2 ** 36 + 1, 2 ** 60 + 2 ** 36], "float32", [2.0 ** 24, 2.0 ** 60 + 2.0 ** 37, 2.0 ** 60]),
    ("complex128", [3 + 4j, 0 + 4j, complex(-0.0, 1)], "float32", [3, 0, -0.0]),
    ("complex128", [3 + 4j, 0 + 4j, 0j, complex(0, np.nan)], "bool", [1, 1, 0, 1]),
    ("float32", [0.0, -0.0, 1e-45, np.nan], "bool", [0, 0, 1, 1]),
    ("float64", [1.0 + 2.0 ** -11, 1.0 + 3 * 2.0 ** -11, 65519.999, 65520.0, 2.0 ** -25, 2.0 ** -24 * 1.5], "float16",
     [1.0, 1.0 + 2.0 ** -9, 65504.0, np.inf, 0.0, 2.0 ** -23]),
    ("float32", [1.5, -2.0], "complex64", [1.5 + 0j, -2.0 + 0j]),
    ("bool", [0, 1, 2, 255], "int32", [0, 1, 1, 1]),
]


@pytest.mark.parametrize("from_, values, to, wanted", SAID, ids=[f"{row[0]}-{row[2]}-{i}" for i, row in enumerate(SAID)])
def test_what_is_said(from_, values, to, wanted):
    ours = cast(np.array(values, K.stored(from_)), from_, to)
    np.testing.assert_array_equal(K.parts(ours, to), K.parts(np.array(wanted, K.stored(to)), to))


@pytest.mark.parametrize("name", [*K.SMALL, *K.FEW])
def test_more_as_ml_dtypes(name):
    """Every code to every dtype, and all codes of 16 bits and many others from it, as ml_dtypes has them; zeros with their signs."""
    ml_dtypes = pytest.importorskip("ml_dtypes")

    def theirs(of):
        return np.dtype(getattr(ml_dtypes, of, of))

    bits = K.DTYPES[name][1]
    every = np.arange(1 << bits, dtype=np.uint8)
    compared, partners = 0, ("bool", "int8", "uint16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64", *K.SMALL, *K.FEW)
    for other in partners:
        for from_, to in ((name, other), (other, name)):
            values = every if from_ == name else K.values_of(from_)
            if from_ in K.SMALL or from_ in K.FEW:
                values = values[:1 << K.DTYPES[from_][1]]
            source = values.astype(bool) if from_ == "bool" else values.view(theirs(from_))
            with np.errstate(all="ignore"):
                numbers = K.widen(values, from_)
                try:
                    wanted = source.astype(theirs(to)).view(K.stored(to))
                except TypeError:  # ml_dtypes has no cast
                    continue
            numbers = (numbers.real if numbers.dtype.kind == "c" else numbers).astype(np.longdouble)
            ours = cast(values, from_, to)
            same = np.ones(len(values), bool)
            if "int" in to and K.widen(values, from_).dtype.kind in "fc":  # C leaves undefined what does not fit
                width = K.DTYPES[to][1]
                same = (numbers >= 0) & (numbers < 2.0 ** width) if to[0] == "u" else np.abs(numbers) < 2.0 ** (width - 1)
            if to in K.SMALL and from_ in ("float64", "int64", "int32"):  # which go through float32 there
                same = numbers == numbers.astype(np.float32)
            exact = same & ~np.isnan(numbers) & (to in K.SMALL)
            np.testing.assert_array_equal(ours[exact], wanted[exact], f"{from_} to {to}")
            np.testing.assert_array_equal(K.parts(ours[same], to), K.parts(wanted[same], to), f"{from_} to {to}")
            compared += 1
    assert compared >= 20


@pytest.mark.parametrize("name", K.PACKED)
def test_packed(name):
    """From and to packed bits of any layout; the bits between the elements stay."""
    for (shape, strides), to in itertools.product(K.SHAPES, ("float32", "int8", "uint16", "bool", "swapped float64", "complex32")):
        packed, count = K.Packed(name, shape, strides), math.prod(shape)
        order = tuple(range(len(shape)))[::-1]
        steps = np.empty(shape[::-1], np.uint8).transpose(order).strides  # Fortran order
        out, codes = np.zeros(count, K.stored(to)), packed.elements()
        C.copy(K.describe(to, out.ctypes.data, shape, steps), packed.array(packed.bytes.ctypes.data), flags=K.CAST)
        wanted = K.converted(codes, name, to).reshape(shape).transpose(order).reshape(-1)
        np.testing.assert_array_equal(K.parts(out, to), K.parts(wanted, to), (shape, to))
        values = np.resize(K.values_of(to), count).astype(K.stored(to))
        data = packed.bytes.copy()
        C.copy(packed.array(data.ctypes.data), K.describe(to, values.ctypes.data, shape, steps), flags=K.CAST)
        wanted = K.converted(values, to, name).reshape(shape[::-1]).transpose(order).reshape(-1)
        np.testing.assert_array_equal(K.parts(packed.elements(data), name), K.parts(wanted, name), (shape, to))
        np.testing.assert_array_equal(packed.others(data), packed.others(packed.bytes))


@pytest.mark.parametrize("from_, to", [("int4", "float4_e2m1fn"), ("float6_e2m3fn", "int2"), ("uint1", "float6_e3m2fn"), ("uint4", "uint4")])
def test_packed_to_packed(from_, to):
    src, dst = K.Packed(from_, (9, 11), (13, 1)), K.Packed(to, (9, 11), (1, 9), 1)
    data = dst.bytes.copy()
    C.copy(dst.array(data.ctypes.data), src.array(src.bytes.ctypes.data), flags=K.CAST) if from_ != to else None
    padded = np.zeros((9, 11), np.uint8)  # the same dtype, a byte for each element
    C.copy(K.describe(from_, padded.ctypes.data, (9, 11), (11, 1)), src.array(src.bytes.ctypes.data), flags=K.CAST)
    np.testing.assert_array_equal(K.widen(padded.reshape(-1), from_), K.widen(src.elements(), from_))
    if from_ != to:
        np.testing.assert_array_equal(K.parts(dst.elements(data), to), K.parts(K.converted(src.elements(), from_, to), to))
        np.testing.assert_array_equal(dst.others(data), dst.others(dst.bytes))


def test_bfloat16_rounds_once():
    """Through float32 it would be rounded twice: 1 + 2^-8 + 2^-40 lies above a tie."""
    values = np.array([1 + 2.0 ** -8 + 2.0 ** -40, 1 + 2.0 ** -8, 1 + 3 * 2.0 ** -8 - 2.0 ** -40])
    assert list(cast(values, "float64", "bfloat16")) == [0x3F81, 0x3F80, 0x3F81]
    integers = np.array([2 ** 62 + 2 ** 54 + 1, 2 ** 62 + 2 ** 54, -(2 ** 62 + 2 ** 54 + 1)])
    assert list(cast(integers, "int64", "bfloat16")) == [0x5E81, 0x5E80, 0xDE81]


@given(K.pairs())
def test_any_layout(case):
    to, dst, from_, src = case
    data, before = dst.bytes.copy(), src.bytes.copy()
    C.copy(K.describe(to, data.ctypes.data + dst.start, dst.shape, dst.strides),
           K.describe(from_, src.bytes.ctypes.data + src.start, src.shape, src.strides), flags=K.CAST)
    K.check(data, to, dst, from_, src)
    np.testing.assert_array_equal(src.bytes, before)


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 127, 255, 256, 257, 300, 320, 512, 1000])
def test_lengths(count):
    for values in (np.arange(count, dtype=np.int32), np.arange(2 * count, dtype=np.int32)[::-2]):
        out = np.zeros(count)
        C.copy(K.describe("float64", out.ctypes.data, (count,), (1,)),
               K.describe("int32", values.ctypes.data, (count,), (values.strides[0] // 4,)), flags=K.CAST)
        np.testing.assert_array_equal(out, values)


ORDERS = 1 if C.EVERY else 5  # each or every fifth of 24


@pytest.mark.parametrize("shape", [(130, 70), (3, 700), (700, 3), (20, 33, 9), (2, 3, 5, 7, 11)])
@pytest.mark.parametrize("from_, to", [("uint8", "float32"), ("float64", "int16"), ("float32", "float16"), ("int64", "bfloat16"),
                                       ("complex128", "complex64"), ("complex64", "bool"), ("int32", "uint32"), ("bool", "complex128")])
def test_tiles(from_, to, shape):
    """Blocks of any order of axes, in the middle and at the edges; steps of 1, 2 and -1 along the last axis."""
    for order, step in itertools.product(itertools.islice(itertools.permutations(range(len(shape))), 0, 24, ORDERS), (1, 2, -1)):
        values = np.resize(K.values_of(from_), math.prod(shape)).reshape(shape)
        src = np.empty((*(shape[i] for i in order[:-1]), shape[order[-1]] * abs(step)), K.stored(from_))[..., ::step]
        src = src.transpose(np.argsort(order))
        src[...] = values
        out = np.full(shape, 0, K.stored(to))
        C.copy(K.describe(to, out.ctypes.data, shape, [s // out.itemsize for s in out.strides]),
               K.describe(from_, src.ctypes.data, shape, [s // src.itemsize for s in src.strides]), flags=K.CAST)
        np.testing.assert_array_equal(K.parts(out, to), K.parts(K.converted(values.reshape(-1), from_, to), to))


@pytest.mark.parametrize("threads", (0, 1, 2, 5, 127))
@pytest.mark.parametrize("from_, to", [("uint8", "float32"), ("float64", "float32"), ("float32", "float64"), ("int32", "float32"),
                                       ("float64", "float16"), ("bool", "int16"), ("float32", "bool"), ("complex64", "complex128"),
                                       ("int64", "uint64"), ("float32", "int4"), ("int4", "float32"), ("swapped int32", "float64")])
def test_by_threads(from_, to, threads):
    """Just below and above 256 KiB: dense, backwards, with gaps on either side, transposed, repeated, few long rows, all at odd addresses."""
    C.set_threads(threads)
    wider = max(K.stored(from_).itemsize, K.stored(to).itemsize)
    values = K.values_of(from_).astype(K.stored(from_))
    try:
        for count in ((1 << 18) // wider - 1, (1 << 18) // wider + 77):
            rows, few = 300, count // 117 + 1
            for shape, to_strides, from_strides in (
                    ((count,), (1,), (1,)), ((count,), (1,), (-1,)), ((count,), (2,), (3,)), ((7, count // 7), (count // 7, 1), (0, 1)),
                    ((rows, count // rows), (count // rows + 2, 1), (1, rows)), ((count // 5, 5), (5, 1), (1, 0)),
                    ((9, 13, few), (13 * few + 18, few + 1, 1), (13 * few + 31, few + 2, 1))):
                dst = C.Memory(shape, to_strides, K.stored(to).itemsize, 1, 1)
                src = C.Memory(shape, from_strides, K.stored(from_).itemsize, 3, 2)
                places = src.bytes[src.start % src.itemsize:]
                places = places[:places.size // src.itemsize * src.itemsize].view(K.stored(from_))
                places[:] = np.resize(values, places.size)
                wanted, data = dst.bytes.copy(), dst.bytes.copy()
                codes = np.broadcast_to(src.view(), shape).reshape(-1).copy().view(K.stored(from_))
                dst.view(wanted)[...] = K.converted(codes, from_, to).astype(K.stored(to)).view(f"V{dst.itemsize}").reshape(shape)
                C.copy(K.describe(to, data.ctypes.data + dst.start, shape, to_strides),
                       K.describe(from_, src.bytes.ctypes.data + src.start, shape, from_strides), flags=K.CAST)
                ours, theirs = (dst.view(x).reshape(-1).copy().view(K.stored(to)) for x in (data, wanted))
                np.testing.assert_array_equal(K.parts(ours, to), K.parts(theirs, to), f"{shape} {from_strides}")
                dst.view(data)[...] = dst.view(wanted)
                np.testing.assert_array_equal(data, wanted)
    finally:
        C.set_threads(0)


def test_the_flag_where_dtypes_are_equal():
    """Nothing is converted: also dtypes that could not be, and memory that overlaps."""
    data = np.arange(20, dtype=np.float32)
    C.copy(K.describe("float32", data.ctypes.data + 4, (19,), (1,)), K.describe("float32", data.ctypes.data, (19,), (1,)),
           flags=K.CAST)
    np.testing.assert_array_equal(data, np.r_[0, np.arange(19)])
    a, b = np.zeros(4, np.uint8), np.arange(4, dtype=np.uint8)
    views = [C.describe(x.ctypes.data, (4,), (1,), 1) for x in (a, b)]
    for view in views:
        view.code, view.bits = 10, 8  # float8_e4m3fn
    C.copy(*views, flags=K.CAST)
    np.testing.assert_array_equal(a, b)


# -- errors ----------------------------------------------------------------------------------------------------------------
def refused(status, words, dst, src, **more):
    with pytest.raises(C.CopyError) as error:
        C.copy(dst, src, **{"flags": K.CAST, **more})
    assert (error.value.status, words in error.value.message) == (status, True), error.value


BUFFER = np.zeros(256, np.uint8)
HERE = BUFFER.ctypes.data


def other(code, bits, itemsize, itembits=None, **more):
    array = C.describe(HERE + 128, (4,), (1,), itemsize, itembits=itembits, **more)
    array.code, array.bits = code, bits
    return array


F32 = K.describe("float32", HERE, (4,), (1,))
ERRORS = {  # status, words, dst, src, more
    "no flag": ("WRONG_DTYPE", "dst is float32, src is int32", F32, K.describe("int32", HERE + 128, (4,), (1,)), {"flags": 0}),
    "another flag": ("INVALID_ARGUMENT", "options->flags is 0x8", F32, F32, {"flags": 8}),
    "both flags": ("INVALID_ARGUMENT", "options->flags is 0x8000000000000001", F32, F32, {"flags": 1 + (1 << 63)}),
    "opaque": ("UNSUPPORTED", "dst is float32, src is void4: only bool, integers, floats and complex numbers of one lane", F32, C.describe(HERE + 128, (4,), (1,), 4), {}),
    "dtype and layout": ("INVALID_ARGUMENT", "src: dtype int32 has 4 bytes, the layout has elements of 8 bytes and 64 bits", F32, other(K.INT, 32, 8), {}),
    "packed dtype": ("INVALID_ARGUMENT", "src: dtype int8 has 1 bytes, the layout has elements of 1 bytes and 4 bits", F32, other(K.INT, 8, 1, 4), {}),
    "read-only": ("READONLY", "dst is read-only", K.describe("float32", HERE, (4,), (1,), readonly=True),
                  K.describe("int8", HERE + 128, (4,), (1,)), {}),
    "shape": ("WRONG_SHAPE", "src of shape (3,) does not stretch to dst of shape (4,)", F32, K.describe("int8", HERE + 128, (3,), (1,)), {}),
    "elements overlap": ("WRONG_LAYOUT", "elements of dst overlap", K.describe("float32", HERE, (4,), (0,)),
                         K.describe("int8", HERE + 128, (4,), (1,)), {}),
    "the same memory": ("INVALID_ARGUMENT", "share memory", F32, K.describe("int32", HERE, (4,), (1,)), {}),
    "a byte in common": ("INVALID_ARGUMENT", "share memory", F32, K.describe("int8", HERE + 15, (4,), (1,)), {}),
    "no memory": ("INVALID_ARGUMENT", "src: the data pointer is NULL", F32, K.describe("int8", 0, (4,), (1,)), {}),
    "nowhere": ("INVALID_ARGUMENT", "dst: the data pointer is NULL", K.describe("int8", 0, (4,), (1,)), F32, {}),
    "negative extent": ("INVALID_ARGUMENT", "shape[0] is -1", K.describe("int8", HERE, (-1,), (1,)), F32, {}),
    "too large": ("OVERFLOW", "64 bits", K.describe("int8", HERE, (1 << 40, 1 << 40), (1, 1)), K.describe("int16", HERE, (1,), (1,)), {}),
    "other memory": ("WRONG_DEVICE", "kind 8", F32, K.describe("int8", HERE, (4,), (1,), kind=8), {}),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    status, words, dst, src, more = ERRORS[name]
    BUFFER[:] = 77
    refused(status, words, dst, src, **more)
    assert (BUFFER == 77).all()


def test_beside_each_other():
    """No byte in common: converted, however the two are interleaved."""
    data = np.zeros(16, np.int32)
    data[::2] = range(8)
    C.copy(K.describe("float32", data.ctypes.data + 4, (8,), (2,)), K.describe("int32", data.ctypes.data, (8,), (2,)), flags=K.CAST)
    np.testing.assert_array_equal(data.view(np.float32)[1::2], range(8))


def test_plans_convert_on_a_device_alone():
    src = K.describe("int32", HERE + 128, (4,), (1,))
    with pytest.raises(C.CopyError, match="a plan converts only on one device") as error:
        C.CastPlan(F32, src)
    assert error.value.status == "UNSUPPORTED"
    C.CastPlan(src, src)  # one dtype: nothing is converted
