"""cucore_py_launch on the fake driver: every kind of parameter, both ways, and what is refused."""
import ctypes
import re
import struct

import pytest

import cucore_test
import launch_test as lt
from flags import FREE
from producers import CUDA, CUDA_HOST, CUDA_MANAGED, Producer, Tabled
from test_fake_driver import WAIT, ordering

np = pytest.importorskip("numpy")

remembers = pytest.mark.skipif(not cucore_test.TYPE_MEMORY, reason="the module is built with CUCORE_NO_TYPE_MEMORY")
WRITE, OUTPUT = lt.WRITE, cucore_test.OUTPUT
MISSING = lt  # what launch() passes as NULL


def pointer(name="x", dtypes="float32", shape="n", flags=0):
    return lt.PY_POINTER, 0, 0, name, dtypes, shape, flags, None


def accessor(ndim, bits, name="x", dtypes="float32", shape=None, flags=0):
    return lt.PY_ACCESSOR, ndim, bits, name, dtypes, shape, flags, None


def tensor_map(box, name="x", dtypes="float32", shape=None, flags=0):
    return lt.PY_TENSOR_MAP, 0, 0, name, dtypes, shape, flags, box


def number(dtype, name="a"):
    return lt.PY_NUMBER, 0, 0, name, dtype, None, 0, None


def size(dtype="int64", name="x"):
    return lt.PY_SIZE, 0, 0, name, dtype, None, 0, None


def extent(axis, dtype="int32", name="x"):
    return lt.PY_EXTENT, axis, 0, name, dtype, None, 0, None


def unpassed(name="x", dtypes=None, shape=None, flags=0):
    return lt.PY_UNPASSED, 0, 0, name, dtypes, shape, flags, None


def takes(rows):
    """The name of a kernel of the fake driver that has parameters of these sizes."""
    sizes = []
    for kind, ndim, bits, _, dtype, *_ in rows:
        if kind == lt.PY_ACCESSOR:
            sizes.append(8 + ndim * bits // 4)
        elif kind != lt.PY_UNPASSED:
            bits = int(re.sub(r"\D", "", dtype or "") or 8)
            sizes.append({lt.PY_POINTER: 8, lt.PY_TENSOR_MAP: 128}.get(kind) or max(bits // 8, 1))
    return "any" + "".join(["_takes", *(f"_{n}" for n in sizes)] if sizes else [])


def launcher(*rows, kernel=None, grid=(1, 1, 1), block=0, elements=None, configure=None, flags=0):
    kernel = kernel or takes(rows)
    return lt.launcher(kernel, rows, grid, block, elements, configure, flags)


class Tensor(Tabled):
    """As torch's: it may be written, and its table lends."""

    def __new__(cls, *args, **fields):
        return object.__new__(cls)  # all of one type, whose table is put there once: what is known of it stays

    @property
    def address(self):
        return self.fields["data"]


Tensor.__module__ = "torch"
Tabled.put_table(Tensor, (1, 3))


class Streams:
    """What current_work_stream answers, and how often it was asked."""

    def __init__(self, answer=0):
        self.answer, self.asked = answer, 0
        cucore_test.set_stream_hook(self)

    def __call__(self, device_type, device_id):
        self.asked += 1
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@pytest.fixture(autouse=True, params=[1, 2], ids=["one-device", "two-devices"])
def devices(request, fake):
    """With one device the kinds of tensors are remembered; with several the driver is asked where each tensor is."""
    lt.devices(request.param)
    Streams()
    yield request.param
    lt.trim()


def tensor(fake, shape=(6,), cls=Tensor, device=0, kind=0, known=True, **fields):
    """A dense tensor of float32; `known`: its type and kind are remembered."""
    nbytes = int(np.prod(shape)) * fields.get("dtype", (2, 32, 1))[1] // 8
    made = cls((CUDA_MANAGED if kind == 2 else CUDA, device), shape=shape, data=fake.alloc(kind, device, max(nbytes, 16)), **fields)
    if known:
        lt.view(made, 1, lt.ALLOW_GRAD | lt.ALLOW_NEGATIVE_BIT)
        made.owned.clear(), made.lent.clear()
    return made


def launch(made, *objs, stream=None):
    done = lt.launch(made, objs, stream)
    return done and done[0]


def unpack(format, value):
    return struct.unpack("=" + format, value)


# --------------------------------------------------------------------------------------------------------------- numbers --
INTEGERS = [(sign + str(bits), bits, sign == "int") for sign in ("int", "uint") for bits in (8, 16, 32, 64)]


@pytest.mark.parametrize("dtype, bits, signed", INTEGERS, ids=[row[0] for row in INTEGERS])
def test_integers(fake, dtype, bits, signed):
    made = launcher(number(dtype))
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    for value in (least, most, 0, 1, True, False, np.dtype(dtype).type(most), np.int8(7), np.bool_(True), np.uint64(5)):
        done, = launch(made, value)
        assert int.from_bytes(done, "little", signed=signed) == int(value)
    for value in (least - 1, most + 1, 1 << 80, -1 << 80):
        with pytest.raises(ValueError, match=rf"^a: the value must fit {dtype}, not {value}$"):
            launch(made, value)
    for value in (1.0, "1", None, 1j, np.float32(1), np.zeros(3), object):
        with pytest.raises(TypeError, match=r"^a: expected an integer, got '"):
            launch(made, value)


class Index:
    def __init__(self, answer):
        self.answer = answer

    def __index__(self):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def test_objects_with_index(fake):
    made = launcher(number("int32"), number("float64"))
    assert launch(made, Index(7), Index(8)) == (struct.pack("=i", 7), struct.pack("=d", 8))
    with pytest.raises(KeyError):
        launch(made, Index(KeyError("own")), 1)
    with pytest.raises(TypeError, match="^a: expected an integer, got '.*Index'$") as caught:
        launch(made, Index(TypeError("own")), 1)
    assert str(caught.value.__context__) == "own"


FLOATS = {"float16": ("e", 65504.0, 65520.0), "float32": ("f", 3.4028234663852886e38, 3.4028235677973366e38),
          "float64": ("d", 1.7976931348623157e308, None)}


@pytest.mark.parametrize("dtype", FLOATS)
def test_floats(fake, dtype):
    format, most, beyond = FLOATS[dtype]
    made = launcher(number(dtype))
    values = [0.0, -0.0, 1.5, -2.25, most, -most, 1e-7, 5.96e-8, 2.98e-8, 8.9e-8, 1e-45, 1e-300, float("inf"),
              -float("inf"), 1 / 3, 2049.0, 2051.0, 7, True, np.float32(0.1), np.float64(0.1), np.float16(0.1), np.int16(3),
              np.bool_(True), 1 + 0j, np.complex64(2)]
    for value in values:
        done, = launch(made, value)
        real = value.real if isinstance(value, (complex, np.complexfloating)) else value
        assert done == np.dtype(dtype).type(float(real)).tobytes(), value
    done, = launch(made, float("nan"))
    assert np.isnan(unpack(format, done)[0])
    if beyond:
        assert np.isfinite(unpack(format, launch(made, np.nextafter(beyond, 0))[0])[0])
        for value in (beyond, -beyond, 1e300):
            with pytest.raises(ValueError, match=f"^a: the value must fit {dtype}, not"):
                launch(made, value)
    with pytest.raises(ValueError, match=f"^a: the value must fit {dtype}, not 1000"):
        launch(made, 10 ** 400)
    for value in ("1", None, 1j, object(), b"1", np.complex64(1j), [1.0]):
        with pytest.raises(TypeError, match="^a: expected a real number, got '"):
            launch(made, value)


def test_every_float16_and_the_places_between(fake):
    """Round to nearest even, as NumPy: all numbers, and what lies halfway between two."""
    made = launcher(number("float16"))
    all_numbers = np.arange(0x7C00, dtype="u2").view("f2").astype("f8")
    between = (all_numbers[:-1] + all_numbers[1:]) / 2
    near = [np.nextafter(between[::13], to) for to in (0, 1e9)]
    for value in np.concatenate([all_numbers[::7], between[::11], *near]):
        assert launch(made, float(value))[0] == np.float16(value).tobytes(), value


def test_bfloat16(fake):
    made = launcher(number("bfloat16"))
    for value, bits in ((1.0, 0x3F80), (-2.0, 0xC000), (1.00390625, 0x3F80), (1.01171875, 0x3F82), (3.3895313892515355e38, 0x7F7F),
                        (float("inf"), 0x7F80), (9.2e-41, 1), (4.5e-41, 0), (4.7e-41, 1), (0.1, 0x3DCD)):
        assert launch(made, value)[0] == struct.pack("=H", bits), value
    with pytest.raises(ValueError, match="^a: the value must fit bfloat16, not 3.39617"):
        launch(made, 3.3961775292304601e38)


def test_bools(fake):
    made = launcher(number("bool"))
    assert [launch(made, value)[0] for value in (True, False, np.bool_(True), np.bool_(False))] == [b"\1", b"\0", b"\1", b"\0"]
    for value in (1, 0, 1.0, None, "True", np.int8(1)):
        with pytest.raises(TypeError, match="^a: expected a bool, got '"):
            launch(made, value)


def test_complex_numbers(fake):
    made = launcher(number("complex64", "a"), number("complex128", "b"))
    assert launch(made, 1 + 2j, 3 - 4j) == (struct.pack("=ff", 1, 2), struct.pack("=dd", 3, -4))
    assert launch(made, np.complex64(1j), 2) == (struct.pack("=ff", 0, 1), struct.pack("=dd", 2, 0))
    assert launch(made, 0.5, np.complex128(1j)) == (struct.pack("=ff", 0.5, 0), struct.pack("=dd", 0, 1))
    with pytest.raises(ValueError, match="^a: the value must fit complex64, not"):
        launch(made, 1e300j, 0)
    with pytest.raises(TypeError, match="^b: expected a number, got 'str'"):
        launch(made, 0, "1")


# ---------------------------------------------------------------------------------------------------------------- arrays --
def test_pointers_sizes_and_the_grid(fake):
    x, y = tensor(fake, (300,)), tensor(fake, (300,))
    made = launcher(size(), number("float32"), pointer("x"), pointer("y", flags=WRITE), elements="y", kernel="k_takes_8_4_8_8")
    params, grid, block = lt.launch(made, (0.5, x, y), None)
    assert params == (struct.pack("=q", 300), struct.pack("=f", 0.5), struct.pack("=Q", x.address), struct.pack("=Q", y.address))
    assert (grid, block) == ((2, 1, 1), (256, 1, 1))
    params, grid, block = lt.launch(launcher(pointer(), elements="x", block=64), (x,), None)
    assert (grid, block) == ((5, 1, 1), (64, 1, 1))


def test_the_kernel_runs(fake):
    out = tensor(fake, (40,), dtype=(0, 32, 1))
    made = launcher(size("int32", "out"), number("int32"), pointer("out", "int32", "n", WRITE), elements="out", kernel="store")
    launch(made, 7, out)
    assert list((ctypes.c_int32 * 40).from_address(out.address)) == [7] * 40


@pytest.mark.parametrize("bits, format", [(32, "Qiiii"), (64, "Qqqqq")])
def test_accessors(fake, bits, format):
    x = tensor(fake, (3, 5))
    made = launcher(accessor(2, bits), extent(1), extent(0, "uint64"), unpassed("y"))
    for other in (tensor(fake), cai(fake)):  # the quick way and the general one
        params = launch(made, x, other)
        assert unpack(format, params[0]) == (x.address, 3, 5, 5, 1)
        assert params[1:] == (struct.pack("=i", 5), struct.pack("=Q", 3))
    strided = Tensor((CUDA, 0), shape=(2, 3), strides=(1, 2), data=x.address)
    assert unpack(format, launch(made, strided, x)[0]) == (x.address, 2, 3, 1, 2)


def test_an_accessor_that_does_not_reach(fake):
    x = tensor(fake)
    huge = Tensor((CUDA, 0), shape=(1 << 32,), data=x.address)
    made = launcher(accessor(1, 32))
    with pytest.raises(ValueError, match=r"^x: shape \(4294967296,\) and strides \(1,\) take indices of 64 bits"):
        launch(made, huge)
    with pytest.raises(ValueError, match="^x: an extent of 4294967296 does not fit int32"):
        launch(launcher(unpassed(), extent(0)), huge)
    with pytest.raises(ValueError, match="^x: a size of 4294967296 does not fit uint32"):
        launch(launcher(unpassed(), size("uint32")), huge)
    with pytest.raises(ValueError, match="^x: expected more than 1 axis, got 1"):
        launch(launcher(unpassed(), extent(1)), x)
    with pytest.raises(ValueError, match="^x: expected 2 axes, got 1"):
        launch(launcher(accessor(2, 32)), x)


def test_tensor_maps(fake):
    x = tensor(fake, (8, 16))
    made = launcher(number("int8"), tensor_map((4, 8)))
    params = launch(made, 3, x)
    assert params[0] == b"\3" and len(params[1]) == 128 and any(params[1])
    with pytest.raises(ValueError, match="^x: .*box"):
        launch(launcher(tensor_map((4, 1000))), x)
    assert not lt.is_quick(made)


def cai(fake, shape=(6,), stream=None, readonly=False, typestr="<f4"):
    class Interface:
        __cuda_array_interface__ = {"shape": shape, "typestr": typestr, "data": (fake.alloc(0, 0, 256), readonly), "version": 3,
                                    "stream": stream}

    return Interface()


def test_every_protocol(fake):
    made = launcher(size(), pointer())
    for x in (tensor(fake), tensor(fake, cls=Tabled), cai(fake), Producer((CUDA, 0), data=fake.alloc(0, 0, 64), shape=(6,)),
              tensor(fake, kind=2), Producer((CUDA_HOST, 0), data=fake.alloc(1, 0, 64), shape=(6,))):
        assert launch(made, x)[0] == struct.pack("=q", 6)


def test_optional(fake):
    made = launcher(pointer("x"), pointer("y", flags=lt.OPTIONAL), accessor(1, 32, "z", flags=lt.OPTIONAL), size("int64", "y"),
                    extent(0, "int64", "z"))
    x = tensor(fake)
    zero = bytes(8)
    assert launch(made, x, None, None) == (struct.pack("=Q", x.address), zero, bytes(16), zero, zero)
    assert launch(made, x, MISSING, x)[1:4] == (zero, struct.pack("=Qii", x.address, 6, 1), zero)


def test_no_elements_no_launch(fake):
    empty = tensor(fake, (0,), known=False)
    made = launcher(size(), pointer(), elements="x")
    fake.log_clear()
    assert launch(made, empty) is None and "cuLaunchKernel" not in fake.names


@pytest.mark.parametrize("grid", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (4, 0, 0)])
def test_B132_a_grid_without_blocks(fake, grid):
    x = tensor(fake)
    fake.log_clear()
    assert launch(launcher(pointer(), grid=grid), x) is None and "cuLaunchKernel" not in fake.names
    with pytest.raises(ValueError, match=r"the block has 0 x 1 x 1 threads; it must have 1 or more in each axis"):
        launch(launcher(pointer(), elements="x", configure=lambda arrays: (2, 0)), x)


def test_kernels_without_parameters(fake):
    assert launch(launcher(grid=(3, 2, 1), block=32)) == ()
    assert lt.launch(launcher(grid=(3, 2, 1), block=32), (), None, 1)[1:] == ((3, 2, 1), (32, 1, 1))


def test_flags_of_launches(fake):
    fake.log_clear()
    launch(launcher(pointer(), flags=lt.LAUNCH_PROGRAMMATIC), tensor(fake))
    assert "cuLaunchKernelEx" in fake.names


# ------------------------------------------------------------------------------------------------------------- two ways --
@remembers
def test_the_quick_way(fake):
    """One borrowed tensor of each array, no managed one, no order, one question about the stream."""
    x, y, out = (tensor(fake, (4, 6)) for _ in range(3))
    made = launcher(pointer("out", shape="m, n", flags=OUTPUT), pointer("x", "float32 float64", "m, 6"),
                    pointer("y", "=x", "=x"), size("int64", "out"), elements="out")
    assert lt.is_quick(made)
    streams = Streams()
    fake.log_clear()
    assert launch(made, out, x, y)
    assert [t.asked for t in (out, x, y)] == [(0, 1, 0)] * 3 and streams.asked == 1
    assert ordering(fake) == []


QUICK_FLAGS = ("WRITE C_CONTIGUOUS CONTIGUOUS UNIQUE SAME_DEVICE ALLOW_UNALIGNED ALLOW_UNPROVEN_WRITE NEVER_COPY ALLOW_GRAD "
               "ALLOW_NEGATIVE_BIT KEEP_VERSION NO_OVERLAP NO_PARTIAL_OVERLAP").split()


class Bumped(Tensor):
    """As Paddle's, whose version is counted up by a method."""

    counted = 0

    def _bump_inplace_version(self):
        self.counted += 1


class Counted(Bumped):
    """The same, taken in the quick way, as torch's are."""


Bumped.__module__, Bumped.__name__ = "paddle", "Tensor"
Counted.__module__, Counted.__name__ = "torch", "Tensor"
Tabled.put_table(Counted, (1, 3))


@remembers
@pytest.mark.parametrize("flags, counted", [(WRITE, 1), (OUTPUT, 1), (0, 0), (WRITE | lt.KEEP_VERSION, 0)],
                         ids=["B123-write", "B123-output", "B123-read", "B123-flag"])
def test_versions_are_counted_up_once_per_launch(fake, flags, counted):
    for also, quick in ((0, True), (lt.OPTIONAL, False)):
        made, x = launcher(pointer(), pointer("y", flags=flags | also)), tensor(fake, cls=Counted)
        for n in (1, 2):
            launch(made, tensor(fake), x)
            assert x.counted == n * counted and lt.is_quick(made) == quick
        with pytest.raises(TypeError, match="^x: "):
            launch(made, tensor(fake, dtype=(0, 32, 1)), x)
        fake.fail(1, 700)
        with pytest.raises(RuntimeError):
            launch(made, tensor(fake), x)
        fake.fail(0, 0)
        assert x.counted == 2 * counted, "a launch that is refused or fails is not counted"


@remembers
def test_flags_of_the_quick_way(fake):
    for name in QUICK_FLAGS:
        made = launcher(pointer(flags=getattr(lt, name)))
        x = tensor(fake)
        launch(made, x)
        assert lt.is_quick(made) and x.asked == (0, 1, 0), name
    for name in ("F_CONTIGUOUS", "ON_DEVICE_ID", "OPTIONAL", "BY_DLPACK", "MAKE_C_CONTIGUOUS", "CAST", "ALLOW_LANES"):
        assert not lt.is_quick(launcher(pointer(flags=getattr(lt, name)))), name
    for row in (pointer(shape="n, ..."), pointer(shape=", ".join("*" * 9)), pointer(dtypes="int8 int16 int32 int64 float32"),
                pointer(shape=", ".join("abcdefgh"))):
        assert lt.is_quick(launcher(row)) == (row[5] == "a, b, c, d, e, f, g, h")


class Grad(Tensor):
    requires_grad, negative = False, False

    def is_conj(self):
        return False

    def is_neg(self):
        return self.negative


Grad.__module__, Grad.__name__ = "torch", "Tensor"
Tabled.put_table(Grad, (1, 3))


class Stranger(Tensor):
    """A type of which nobody knows whether its tensors may be written."""


Stranger.__module__ = "elsewhere"
Tabled.put_table(Stranger, (1, 3))

# what one of two arrays has that the quick way does not take -> the message of the general way; None: it takes it
LEFT = {
    "strides": (dict(shape=(2, 3), strides=(1, 2)), {}, None),
    "offset": (dict(byte_offset=4), {}, None),
    "empty": (dict(shape=(0,)), {}, None),
    "another dtype": (dict(dtype=(0, 32, 1)), {"dtypes": "float32"}, (TypeError, "x: expected dtype float32, got int32")),
    "another ndim": (dict(shape=(2, 3)), {"shape": "n"}, (ValueError, r"x: expected shape \(n\), 1 dimension, got \(2, 3\)")),
    "another extent": (dict(shape=(6,)), {"shape": "7"}, (ValueError, r"x: expected shape \(7\), got \(6,\)")),
    "another n": (dict(shape=(5,)), {"shape": "n"}, (ValueError, r"x: expected shape \(n\) with n = 6 as in first, got \(5,\)")),
    "another like": (dict(shape=(5,)), {"shape": "=first"}, (ValueError, r"x: expected shape \(6,\) as in first, got \(5,\)")),
    "another dtype like": (dict(dtype=(0, 32, 1)), {"dtypes": "=first"},
                           (TypeError, "x: expected dtype float32 as in first, got int32")),
    "another device": (dict(device=1), {"flags": lt.SAME_DEVICE},
                       (ValueError, "x: expected an array on cuda:0 as first, got one on cuda:1")),
    "unaligned": (dict(shift=2), {}, (ValueError, "x: expected memory aligned to 4 bytes")),
    "unaligned, allowed": (dict(shift=2), {"flags": lt.ALLOW_UNALIGNED}, None),
    "not contiguous": (dict(shape=(2, 3), strides=(1, 2)), {"flags": lt.C_CONTIGUOUS},
                       (ValueError, "x: expected a C-order contiguous array")),
}


@pytest.mark.parametrize("name", LEFT)
def test_what_the_quick_way_leaves_to_the_general_one(fake, name, devices):
    fields, row, refusal = LEFT[name]
    if "device" in fields and devices == 1:
        return
    fields = dict(fields)
    device, shift = fields.pop("device", 0), fields.pop("shift", 0)
    first = tensor(fake, (6,))
    tensor(fake, (6,), device=device, dtype=fields.get("dtype", (2, 32, 1)))  # the kind is known
    x = Tensor((CUDA, device), data=fake.alloc(0, device, 256) + shift, **{"shape": (6,), **fields})
    made = launcher(pointer("first", None), pointer(**{"name": "x", "dtypes": None, "shape": None, **row}))
    assert lt.is_quick(made)
    if refusal is None:
        assert launch(made, first, x)[1] == struct.pack("=Q", x.address + fields.get("byte_offset", 0))
    else:
        with pytest.raises(refusal[0], match="^" + refusal[1]):
            launch(made, first, x)


def test_who_may_be_written_to(fake):
    """A lent tensor has no flags: one of an unknown type is taken as a managed one."""
    x = tensor(fake, cls=Stranger)
    made, reading = launcher(pointer(flags=WRITE)), launcher(pointer())
    assert lt.is_quick(made) and launch(made, x) and x.asked == (1, 0, 0)
    assert launch(reading, x) and (x.asked == (1, 1, 0) or not cucore_test.TYPE_MEMORY)
    readonly = Stranger((CUDA, 0), shape=(6,), data=x.address, flags=1)
    with pytest.raises(ValueError, match="^x: expected a writable array, got a read-only one"):
        launch(made, readonly)


def test_overlaps(fake):
    x = tensor(fake, (8,))
    part = Tensor((CUDA, 0), shape=(4,), data=x.address + 8)
    same = Tensor((CUDA, 0), shape=(8,), data=x.address)
    for flag, allowed in ((lt.NO_OVERLAP, False), (lt.NO_PARTIAL_OVERLAP, True)):
        made = launcher(pointer("x", shape=None, flags=flag), pointer("y", shape=None))
        assert launch(made, x, tensor(fake))
        with pytest.raises(ValueError, match="^x: shares memory with y"):
            launch(made, x, part)
        if allowed:
            assert launch(made, x, same)
        else:
            with pytest.raises(ValueError, match="^x: shares memory with y"):
                launch(made, x, same)


@remembers
def test_what_torch_is_asked(fake):
    x = tensor(fake, cls=Grad)
    made, allowed = launcher(pointer()), launcher(pointer(flags=lt.ALLOW_GRAD | lt.ALLOW_NEGATIVE_BIT))
    assert launch(made, x) and x.asked == (0, 1, 0)
    x.requires_grad = True
    x.produce = lambda keywords: (_ for _ in ()).throw(BufferError("own words"))
    with pytest.raises(BufferError, match="own words"):
        launch(made, x)
    assert launch(allowed, x)
    x.requires_grad, x.negative = False, True
    with pytest.raises(BufferError, match="^x: the tensor has its negative bit set"):
        launch(made, x)
    assert launch(allowed, x)


@remembers
@pytest.mark.parametrize("error", [None, RuntimeError("own"), KeyboardInterrupt()], ids=["silent", "exception", "interrupt"])
def test_a_table_that_fails(fake, error):
    def fail(address):
        if error:
            raise error
        return -1

    x = tensor(fake)
    x.on_lend = fail
    x.produce = lambda keywords: (_ for _ in ()).throw(BufferError("own words"))
    x.on_own = fail
    made = launcher(pointer())
    with pytest.raises(type(error) if isinstance(error, KeyboardInterrupt) else BufferError):
        launch(made, x)


@remembers
@pytest.mark.parametrize("error", [RuntimeError("own"), KeyboardInterrupt()], ids=["exception", "interrupt"])
def test_a_stream_that_cannot_be_had(fake, error):
    x = tensor(fake)
    Streams(error)
    x.produce = lambda keywords: (_ for _ in ()).throw(BufferError("own words"))
    with pytest.raises(type(error) if isinstance(error, KeyboardInterrupt) else BufferError):
        launch(launcher(pointer()), x)


def test_order_before_and_after(fake):
    """Of another stream: as cucore_py_args and cucore_py_args_release."""
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    x, y = tensor(fake), tensor(fake)
    Streams(producer)
    fake.stream_add_work(producer, primary)
    fake.log_clear()
    made = launcher(pointer("x"), pointer("y", flags=WRITE))
    assert launch(made, x, y, stream=consumer)
    assert ordering(fake) == 2 * WAIT
    assert fake.stream_has_seen(consumer, primary, producer, primary) and fake.stream_has_seen(producer, primary, consumer, primary)
    fake.log_clear()
    assert launch(made, x, y, stream=producer) and ordering(fake) == []


class Stream:
    def __init__(self, handle):
        self.handle = handle

    def __cuda_stream__(self):
        return 0, self.handle


def test_streams_of_any_kind(fake):
    primary = fake.context_primary(0)
    handle = fake.stream_create(primary, 1)
    made = launcher(pointer())
    Streams(handle)
    x = tensor(fake)
    for stream in (handle, Stream(handle), np.uint64(handle)):
        fake.log_clear()
        assert launch(made, x, stream=stream)
        assert any(line.startswith("cuLaunchKernel") for line in fake.lines)
    for wrong, error in (("h", TypeError), (-1, ValueError), (Stream("h"), BufferError)):
        with pytest.raises(error, match="^stream: "):
            launch(made, x, stream=wrong)


def test_without_the_gil(fake):
    made = launcher(pointer())
    for x in (tensor(fake), cai(fake)):
        with fake.watched():
            fake.log_clear()
            launch(made, x)
            assert fake.with_gil("cuLaunchKernel") == [False]


def test_a_stream_of_another_device(fake, devices):
    if devices == 1:
        return
    other = fake.stream_create(fake.context_primary(1), 1)
    Streams(other)
    with pytest.raises(ValueError, match="is on device 1, the kernel is to run on device 0"):
        launch(launcher(pointer()), tensor(fake), stream=other)


# ------------------------------------------------------------------------------------------------------------ configure --
@pytest.mark.parametrize("other", ["quick", "general"])
def test_configure(fake, other):
    calls = []

    def configure(arrays):
        calls.append(arrays)
        return 5, 32

    x, y = tensor(fake, (3, 4)), tensor(fake) if other == "quick" else cai(fake)
    made = launcher(number("int8"), pointer("x", shape=None), pointer("y", shape=None), configure=configure)
    _, grid, block = lt.launch(made, (1, x, y), None)
    assert (grid, block) == ((5, 1, 1), (32, 1, 1))
    (ptr, shape, strides, itemsize, device), second = calls[0]
    assert (ptr, shape, strides, itemsize, device) == (x.address, (3, 4), (4, 1), 4, 0)
    assert second[1:] == ((6,), (1,), 4, 0)


def test_configure_fails(fake):
    def fail(arrays):
        raise KeyError("own")

    x = tensor(fake)
    for obj in (x, cai(fake)):
        with pytest.raises(KeyError, match="own"):
            launch(launcher(pointer(), configure=fail), obj)
        with pytest.raises(SystemError, match="^kernel 'any_takes_8': configure failed without an exception"):
            launch(launcher(pointer(), configure=lambda arrays: None), obj)


# ------------------------------------------------------------------------------------------------------------- refusals --
def test_the_number_of_arguments(fake):
    made = launcher(size(), number("int8"), pointer())
    for objs in ((), (1,), (1, 2, 3)):
        with pytest.raises(TypeError, match=rf"^kernel 'any_takes_8_1_8': expected 2 arguments, got {len(objs)}$"):
            launch(made, *objs)
    with pytest.raises(TypeError, match="^kernel 'any_takes_8': expected 1 argument, got 0$"):
        launch(launcher(pointer()))
    with pytest.raises(TypeError, match="^a: missing$"):
        launch(made, MISSING, tensor(fake))
    with pytest.raises(TypeError, match="^x: missing$"):
        launch(made, 1, MISSING)


def test_no_launcher(fake):
    made = launcher()
    for how in (2, 3):
        with pytest.raises(ValueError, match="cucore_py_launch.*launcher"):
            lt.launch(made, (), None, how)


WRONG = {
    "a kind": ((0, 0, 0, "x", None, None, 0, None), "x: 0 is no kind of a parameter"),
    "a kind, too large": ((8, 0, 0, None, None, None, 0, None), "array: 8 is no kind of a parameter"),
    "axes": (accessor(0, 32), "x: an accessor of 0 axes and 32 bits; there are 1 to 64, and 32 or 64"),
    "bits": (accessor(1, 16), "x: an accessor of 1 axes and 16 bits"),
    "an axis": (extent(-1), "x: there is no axis -1"),
    "a map": (tensor_map(None), "map"),
    "a map of nothing": (tensor_map((1,), flags=lt.OPTIONAL), "x: there is no tensor map of an array that is left out"),
    "host memory": (pointer(flags=lt.HOST_ACCESSIBLE), "x: CUCORE_HOST_ACCESSIBLE means nothing to a kernel"),
    "a flag": (pointer(flags=FREE[-1]), f"x: the flags {FREE[-1]:#x} mean nothing"),
    "a dtype": (pointer(dtypes="float32 float33"), "x: 'float33' in the list of dtypes \"float32 float33\" is not the name of one"),
    "no dtype": (pointer(dtypes=" "), "x: the list of dtypes is empty"),
    "a dtype of another": (pointer(dtypes="=y"), "x: '=y' in the list of dtypes \"=y\": no argument before has that name"),
    "a shape": (pointer(shape="n, 3x"), "x: '3x' in the shape pattern \"n, 3x\" means nothing"),
    "a shape of another": (pointer(shape="=y"), "x: '=y' in the shape pattern \"=y\": no argument before has that name"),
    "a number": (number("float8_e4m3"), "a: 'float8_e4m3' is not the dtype of a number"),
    "a number without a dtype": (number(None), "a: '' is not the dtype of a number"),
    "a size": (size("float32"), "x: expected the dtype of an integer for a size, got float32"),
    "a size of another": (size(name="y"), "the size of 'y': no array has that name"),
}


@pytest.mark.parametrize("name", WRONG)
def test_tables_that_are_wrong(fake, name):
    row, message = WRONG[name]
    with pytest.raises(ValueError) as caught:
        launcher(row)
    assert message in str(caught.value)


def test_tables_that_are_too_large(fake):
    assert launcher(*(number("int8"),) * 32)
    with pytest.raises(ValueError, match="^a call has more than 32 arrays and numbers"):
        launcher(*(number("int8"),) * 33)
    with pytest.raises(ValueError, match="^the table has 65 parameters; the most that there can be are 64"):
        launcher(pointer(), *(size(),) * 64)
    with pytest.raises(ValueError, match="^the parameters of the kernel have 4[0-9]{3} bytes; the most that there can be are 4096"):
        launcher(*(accessor(64, 64),) * 4)
    with pytest.raises(ValueError, match="^elements: no array has the name 'y'"):
        launcher(pointer(), elements="y")


def test_parameters_that_the_kernel_does_not_take(fake):
    x = tensor(fake)
    with pytest.raises(ValueError, match="^kernel 'k_takes_8_8' takes 2 parameters, 1 was given"):
        launch(launcher(pointer(), kernel="k_takes_8_8"), x)
    with pytest.raises(ValueError, match=r"^kernel 'k_takes_4': parameter 0 \(x\) has 8 bytes, the kernel takes 4"):
        launch(launcher(pointer(), kernel="k_takes_4"), x)


def test_a_launch_that_fails(fake):
    for x in (tensor(fake), cai(fake)):
        made = launcher(pointer())
        launch(made, x)
        fake.log_clear()
        launch(made, x)
        turn = fake.names.index("cuLaunchKernel") + 1
        fake.fail(turn, 700)
        with pytest.raises(RuntimeError, match="^cuLaunchKernel failed"):
            launch(made, x)
        fake.fail(0, 0)


def test_names_are_those_of_arguments_of_the_same_call(fake):
    """An extent is bound anew by each call."""
    made = launcher(pointer("x"), pointer("y"))
    for n in (3, 4):
        assert launch(made, tensor(fake, (n,)), tensor(fake, (n,)))
