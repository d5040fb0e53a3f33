"""B05: DLPack with strides that were divided as unsigned numbers, as CuPy's are for reversed arrays, and what is taken instead.

The layouts are NumPy's.  Device arrays are in tests/fake/test_fake_reversed.py.
"""
import gc
import sys

import pytest

import producers
from doubles import Exporter, assert_same_array, failures
from producers import CPU, CUDA_HOST, Producer, Unsigned, UnsignedTable

cu = pytest.importorskip("cucore_test")
np = pytest.importorskip("numpy")

BY_ARRAY_INTERFACE, BY_BUFFER = "array-interface", "buffer"


@pytest.fixture(autouse=True)
def no_stray_deleter_calls():
    producers.strays.clear()
    yield
    assert producers.strays == []


def rows(*table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def interface(obj, array, **changes):
    """The right description beside DLPack's."""
    obj.__array_interface__ = {**array.__array_interface__, **changes}
    return obj


class Buffer(Exporter):
    """A right buffer beside a wrong DLPack, of which it asks a producer."""

    def __init__(self, array, **fields):
        super().__init__(array.ctypes.data, format=array.dtype.char.encode(), itemsize=array.itemsize, shape=array.shape,
                         strides=array.strides, len=array.nbytes, readonly=int(not array.flags.writeable), **fields)
        self.producer = Unsigned(array)

    def __dlpack__(self, **keywords):
        return self.producer.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.producer.__dlpack_device__()

    @property
    def tensors(self):
        return self.producer.tensors


def by_interface(array):
    return interface(Unsigned(array), array)


def by_interface_and_table(array):
    return interface(UnsignedTable(array), array)


def released_once(made, count=1):
    assert len(made.tensors) == count
    for tensor in made.tensors:
        assert tensor.deleted == [tensor.address]


def base(dtype="f8"):
    return np.arange(24).astype(dtype).reshape(4, 6)


REVERSED = rows(
    ("1-d", lambda: np.arange(10.0)[::-1]),
    ("step", lambda: np.arange(10.0)[::-3]),
    ("two-elements", lambda: np.arange(2.0)[::-1]),
    ("2-d-axis-0", lambda: base()[::-1]),
    ("2-d-axis-1", lambda: base()[:, ::-1]),
    ("2-d-both", lambda: base()[::-1, ::-1]),
    ("2-d-steps", lambda: base()[::-2, 1::-1]),
    ("2-d-one-step", lambda: base()[1::2, ::-3]),
    ("transposed", lambda: base().T[::-1]),
    ("3-d", lambda: np.arange(24.0).reshape(2, 3, 4)[::-1, :, ::-1]),
    ("broadcast", lambda: np.broadcast_to(np.arange(3.0)[::-1], (4, 3))),
    ("int16", lambda: base("i2")[::-1]),
    ("float32", lambda: base("f4")[:, ::-1]),
    ("complex128", lambda: base("c16")[::-1, ::-1]),
)
WAYS = rows(("interface", by_interface, BY_ARRAY_INTERFACE, 1), ("buffer", Buffer, BY_BUFFER, 1),
            ("table", by_interface_and_table, BY_ARRAY_INTERFACE, 2))


@pytest.mark.parametrize("make, protocol, asked", WAYS)
@pytest.mark.parametrize("array", REVERSED)
def test_B05_by_another_protocol(array, make, protocol, asked):
    array = array()
    made = make(array)
    view = cu.view(made)
    assert view.protocol == protocol
    assert_same_array(view, array)
    assert view.tobytes() == array.tobytes()
    released_once(made, asked)
    references = sys.getrefcount(made)
    view.release()
    assert sys.getrefcount(made) == references - 1
    assert protocol != BY_BUFFER or len(made.gets) == len(made.releases) == 1


@pytest.mark.parametrize("array", rows(("int8", lambda: base("i1")[::-1]), ("one-element", lambda: np.arange(4.0)[:1][::-1]),
                                       ("empty", lambda: np.zeros((0, 3))[::-1, ::-1])))
def test_what_is_no_fault_stays_dlpack(array):
    array = array()
    made = by_interface(array)
    if array.itemsize == 1:  # an unsigned number divided by 1 is the signed one in memory
        made.fields["strides"] = array.strides
    view = cu.view(made)
    assert view.protocol.startswith("dlpack") and view.shape == array.shape
    view.release()
    released_once(made)


def reversed_(dtype="f8"):
    return np.arange(6).astype(dtype)[::-1]


class OfCupy(Unsigned):
    __module__ = "cupy._core.core"


GENERAL = "its DLPack cannot describe this array (is it reversed?); pass a contiguous copy of it"
CUPY = "CuPy's DLPack cannot describe reversed arrays; pass cupy.ascontiguousarray(weights)"
LOCKED = reversed_()
LOCKED.flags.writeable = False


def with_(kind, array, device=(CPU, 0), fields=(), **changes):
    made = interface(kind(array, device), array, **changes)
    made.fields.update(fields)
    return made


REFUSED = rows(
    # none that is allowed
    ("no-other", lambda: Unsigned(reversed_()), 0, GENERAL, None),
    ("no-other-cupy", lambda: OfCupy(reversed_()), 0, CUPY, None),
    ("dlpack-alone", lambda: with_(Unsigned, reversed_()), cu.BY_DLPACK, GENERAL, None),
    ("dlpack-alone-cupy", lambda: with_(OfCupy, reversed_()), cu.BY_DLPACK, CUPY, None),
    ("tables-alone", lambda: with_(UnsignedTable, reversed_()), cu.BY_EXCHANGE, GENERAL, None),
    ("not-that-other", lambda: with_(Unsigned, reversed_()), cu.BY_DLPACK | cu.BY_PEP3118, GENERAL, None),
    # another array
    ("another-shape", lambda: with_(Unsigned, reversed_(), shape=(5,)), 0, GENERAL, "another array"),
    ("another-ndim", lambda: with_(Unsigned, reversed_(), shape=(6, 1), strides=(-8, 8)), 0, GENERAL, "another array"),
    ("another-dtype", lambda: with_(Unsigned, reversed_(), typestr="<i8"), 0, GENERAL, "another array"),
    ("another-size", lambda: with_(Unsigned, reversed_(), typestr="<f4"), 0, GENERAL, "another array"),
    ("another-device", lambda: with_(Unsigned, reversed_(), (CUDA_HOST, 0)), 0, GENERAL, None),
    # the second one fails
    ("no-dict", lambda: interface_that(Unsigned(reversed_()), 5), 0, GENERAL, "must be a dict"),
    ("a-bad-field", lambda: with_(Unsigned, reversed_(), strides="x"), 0, GENERAL, "strides must be"),
    ("impossible-too", lambda: with_(Unsigned, reversed_(), strides=(2**62,)), 0, GENERAL, "64 bits"),
)


def interface_that(obj, answer):
    obj.__array_interface__ = answer
    return obj


@pytest.mark.parametrize("make, flags, cure, context", REFUSED)
def test_B05_refused(make, flags, cure, context):
    made = make()
    references = sys.getrefcount(made)
    with pytest.raises(BufferError) as caught:
        cu.view(made, flags=flags | cu.TRUST_PRODUCER, name="weights")
    message = str(caught.value)
    assert message.startswith("weights: ") and "strides[0] 2305843009213693951" in message and message.endswith("; " + cure)
    before = caught.value.__context__
    assert (before is None) if context is None else context in str(before)
    del caught, before
    gc.collect()
    released_once(made, len(made.tensors) or 1)
    assert sys.getrefcount(made) == references


def test_a_bare_capsule_has_no_other_protocol():
    made = by_interface(reversed_())
    capsule = made.__dlpack__()
    with pytest.raises(BufferError) as caught:
        cu.view(capsule, name="weights")
    assert "contiguous" not in str(caught.value)
    del capsule
    released_once(made)


# What the caller requires holds for the second protocol, with its own words.
REQUIREMENTS = rows(
    ("write", lambda: by_interface(LOCKED), dict(flags=cu.WRITE), ValueError, "read-only"),
    ("C-order", lambda: by_interface(reversed_()), dict(flags=cu.C_CONTIGUOUS), ValueError, "C-order"),
    ("dtype", lambda: by_interface(reversed_()), dict(dtypes="float32"), TypeError, "float64"),
    ("shape", lambda: by_interface(reversed_()), dict(shape="7"), ValueError, "6"),
    ("device", lambda: by_interface(reversed_()), dict(flags=cu.DEVICE_ACCESSIBLE), ValueError, "CUDA can read"),
    ("buffer-write", lambda: Buffer(LOCKED), dict(flags=cu.WRITE), ValueError, "read-only"),
)


@pytest.mark.parametrize("make, intake, exception, words", REQUIREMENTS)
def test_requirements_of_the_caller(make, intake, exception, words):
    made = make()
    references = sys.getrefcount(made)
    with pytest.raises(exception) as caught:
        cu.view(made, name="weights", **intake)
    assert str(caught.value).startswith("weights: ") and words in str(caught.value)
    assert "contiguous copy" not in str(caught.value)
    del caught
    released_once(made)
    assert sys.getrefcount(made) == references
    assert not hasattr(made, "gets") or len(made.gets) == len(made.releases)


def test_writing_goes_on():
    array = reversed_()
    view = cu.view(by_interface(array), flags=cu.WRITE | cu.ALLOW_UNPROVEN_WRITE)
    assert not view.readonly and view.ptr == array.ctypes.data


class Own(Exception):
    pass


@pytest.mark.parametrize("error", [Own("mine"), BufferError("strides overflow"), ValueError("mine"), KeyboardInterrupt()],
                         ids=lambda error: type(error).__name__)
def test_D18_errors_of_the_producer_stay(error):
    made = by_interface(reversed_())
    made.errors = {1: error}
    with pytest.raises(type(error)) as caught:
        cu.view(made)
    assert caught.value is error


@pytest.mark.parametrize("error, passes", [(KeyboardInterrupt(), True), (SystemExit(), True), (MemoryError(), True),
                                           (RuntimeError("mine"), False), (AttributeError("mine"), False)],
                         ids=lambda value: type(value).__name__)
def test_B92_of_the_second_protocol(error, passes):
    class Raising(Unsigned):
        @property
        def __array_interface__(self):
            raise error

    made = Raising(reversed_())
    with pytest.raises(type(error) if passes else BufferError) as caught:
        cu.view(made)
    assert caught.value is error if passes else GENERAL in str(caught.value)
    if isinstance(error, RuntimeError):
        assert caught.value.__context__ is error
    released_once(made)


# What is wrong is not the strides, or not they alone: no other protocol is asked.
@pytest.mark.parametrize("fields", rows(
    ("shape", dict(shape=(2**40, 2**40), strides=(1, 1))), ("data", dict(data=0)), ("dtype", dict(dtype=(2, 31, 1))),
    ("both", dict(shape=(4,), strides=(2**62,), data=0)), ("offset", dict(byte_offset=2**64 - 1)),
    ("packed", dict(shape=(2, 3), strides=(5, 1), dtype=(0, 4, 1)))))
def test_1_6_other_faults_stay(fields):
    array = np.arange(6.0)
    made = interface(Producer(**{"memory": array, "data": array.ctypes.data, "dtype": (2, 64, 1), **fields}), array)
    with pytest.raises(BufferError) as caught:
        cu.view(made)
    assert "contiguous" not in str(caught.value)
    released_once(made)


@pytest.mark.parametrize("make", rows(("interface", by_interface), ("buffer", Buffer), ("table", by_interface_and_table),
                                      ("none", Unsigned)))
def test_nothing_is_leaked(make):
    array = base()[::-1]

    def once(made):
        try:
            cu.view(made).release()
        except BufferError:
            pass
        for owner in (made, getattr(made, "producer", made)):
            for kept in ("tensors", "calls", "device_calls", "gets", "releases", "flags", "owned"):
                getattr(owner, kept, []).clear()

    made = make(array)
    for _ in range(200):
        once(made)
    gc.collect()
    before, references = sys.getallocatedblocks(), (sys.getrefcount(made), sys.getrefcount(array))
    for _ in range(1000):
        once(made)
    gc.collect()
    assert sys.getallocatedblocks() - before < 500
    assert (sys.getrefcount(made), sys.getrefcount(array)) == references


@pytest.mark.skipif(not hasattr(cu, "fail_at"), reason="the module is built without failures of Python")
@pytest.mark.parametrize("make", rows(("interface", by_interface), ("buffer", Buffer), ("table", by_interface_and_table)))
def test_every_call_of_python_failing(make):
    made = make(reversed_())
    cu.view(made).release()
    references = sys.getrefcount(made)
    errors = failures(lambda: cu.view(made).release())
    assert errors
    del errors
    gc.collect()
    released_once(made, len(made.tensors))
    assert sys.getrefcount(made) == references
