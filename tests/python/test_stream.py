"""__cuda_stream__, handles as ints, and None (protocols A12 to A16)."""

import collections
import ctypes
import enum
import gc
import re

import cucore_test as c
import numpy as np
import pytest

from doubles import NO_INDEX, Holder, Index, OnlyInt, Proxy, Raising, Stream, full_name, run_python, unchanged_refcounts


class Handle(enum.IntEnum):
    default = 0
    legacy = 1
    per_thread = 2
    other = 0x7FFF0000


class Int(int):
    pass


Pair = collections.namedtuple("Pair", "version handle")

HANDLES = [
    ("A14-0-is-legacy", 0, 1),
    ("A15-legacy", 1, 1),
    ("A15-per-thread", 2, 2),
    ("A15-3", 3, 3),
    ("A15-handle", 0x5555DEADBEE0, 0x5555DEADBEE0),
    ("A15-2-to-31", 2**31, 2**31),
    ("A15-2-to-63-minus-1", 2**63 - 1, 2**63 - 1),
    ("A15-2-to-63", 2**63, 2**63),
    ("A15-highest", 2**64 - 3, 2**64 - 3),
    ("A14-IntEnum-0", Handle.default, 1),
    ("A14-IntEnum-2", Handle.per_thread, 2),
    ("A14-IntEnum-handle", Handle.other, 0x7FFF0000),
    ("A15-int-subclass", Int(77), 77),
    ("A20-numpy-0", np.int64(0), 1),
    ("A20-numpy-2", np.uint8(2), 2),
    ("A20-numpy-highest", np.uint64(2**64 - 3), 2**64 - 3),
    ("A20-0-d-array", np.array(0x5555DEADBEE0), 0x5555DEADBEE0),
    ("A20-index", Index(77), 77),
]


def rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


@pytest.mark.parametrize("handle, expected", rows(HANDLES))
def test_A15_int(handle, expected):
    assert c.stream(handle) == expected


def test_A15_none_is_legacy():
    assert c.stream(None) == 1


BAD_HANDLES = [
    ("A13-minus-1", -1),
    ("A13-minus-2", -2),
    ("A13-very-negative", -(2**70)),
    ("A13-2-to-64-minus-1", 2**64 - 1),
    ("A13-2-to-64-minus-2", 2**64 - 2),
    ("A13-2-to-64", 2**64),
    ("A13-2-to-70", 2**70),
]


@pytest.mark.parametrize("handle", rows(BAD_HANDLES))
def test_A15_int_out_of_range(handle):
    with pytest.raises(ValueError, match="^stream: a stream must be 0 .*, not %d$" % handle):
        c.stream(handle)


def no_stream(name):
    return re.escape("stream: expected an object with __cuda_stream__, a stream of CuPy (ptr), torch (cuda_stream), PyCUDA, "
                     "CV-CUDA or Numba (handle), an int or None, got '%s'" % name) + "$"


@pytest.mark.parametrize("make, expected", [(np.int64, -1), (Index, -1), (Index, 2**64), (np.uint64, 2**64 - 1)])
def test_A20_out_of_range(make, expected):
    with pytest.raises(ValueError, match="^stream: a stream must be 0 .*, not %d$" % expected):
        c.stream(make(expected))
    with pytest.raises(BufferError, match="^stream: a stream must be 0 .*, not %d$" % expected):
        c.stream(Stream((0, make(expected))))


@pytest.mark.parametrize("error", rows(NO_INDEX))
@pytest.mark.parametrize("make", [lambda i: i, lambda i: Stream((0, i)), lambda i: Stream((i, 5))],
                         ids=["itself", "handle", "version"])
def test_A20_exception_of_index(make, error):
    index = Index(error)
    with unchanged_refcounts(index):
        with pytest.raises(type(error)) as caught:
            c.stream(make(index))
        assert caught.value is error
        del caught
        error.__traceback__ = None


@pytest.mark.parametrize(
    "value",
    [OnlyInt(), np.float64(1), True, False, 1.0, "1", b"1", [], (), (0, 5), {}, ctypes.c_void_p(5), object(), lambda: (0, 5)]
    + [np.True_] * (not hasattr(np.True_, "__index__")),  # it had one before NumPy 2.3
    ids=lambda v: "A15-" + type(v).__name__,
)
def test_A15_no_stream(value):
    message = no_stream(full_name(type(value)))
    with unchanged_refcounts(value):
        with pytest.raises(TypeError, match=message) as caught:
            c.stream(value)
        del caught


@pytest.mark.parametrize("name", ["cuda_stream", "ptr", "handle", "__int__", "__index__"])
def test_A15_attributes_are_not_guessed(name):
    with pytest.raises(TypeError, match=r"got 'doubles\.Holder'"):
        c.stream(Holder(**{name: 5}))


@pytest.mark.parametrize("handle, expected", rows(HANDLES))
@pytest.mark.parametrize("make", [lambda h: (0, h), lambda h: Pair(0, h), lambda h: (Handle.default, h, "more", None),
                                  lambda h: (np.int64(0), h)])
def test_A12_method(make, handle, expected):
    answer = make(handle)
    o = Stream(answer)
    with unchanged_refcounts(o, answer, Handle.other):
        assert c.stream(o) == expected
        assert o.calls == 1


BAD_ANSWERS = [
    ("A13-None", None),
    ("A13-int", 5),
    ("A13-list", [0, 5]),
    ("A13-str", "05"),
    ("A13-empty", ()),
    ("A13-short", (0,)),
    ("A13-version-None", (None, 5)),
    ("A13-version-str", ("0", 5)),
    ("A13-version-bool", (False, 5)),
    ("A13-version-float", (0.0, 5)),
    ("A13-handle-None", (0, None)),
    ("A13-handle-str", (0, "5")),
    ("A13-handle-bool", (0, True)),
    ("A13-handle-float", (0, 5.0)),
    ("A13-handle-void-p", (0, ctypes.c_void_p(5))),
    ("A13-handle-stream", (0, Stream((0, 5)))),
    ("A20-handle-only-int", (0, OnlyInt())),
    ("A20-handle-numpy-float", (0, np.float64(5))),
] + [("A20-version-numpy-bool", (np.False_, 5))] * (not hasattr(np.True_, "__index__"))  # it had one before NumPy 2.3


@pytest.mark.parametrize("answer", rows(BAD_ANSWERS))
def test_A13_not_two_ints(answer):
    o = Stream(answer)
    with unchanged_refcounts(o, *(answer if isinstance(answer, tuple) else ())):
        with pytest.raises(BufferError, match=r"^stream: __cuda_stream__\(\) must return two ints.*, not ") as caught:
            c.stream(o)
        assert repr(answer) in str(caught.value)
        del caught


@pytest.mark.parametrize("version", [1, 2, -1, 3, 2**31, 2**63, 2**70, -(2**70), Handle.legacy])
def test_B57_version(version):
    """GridTools GHEX shipped 1."""
    with pytest.raises(BufferError) as caught:
        c.stream(Stream((version, 5)))
    assert str(caught.value) == "stream: __cuda_stream__() must be of version 0, not %r" % (version,)


@pytest.mark.parametrize("handle", rows(BAD_HANDLES))
def test_A13_handle_out_of_range(handle):
    with pytest.raises(BufferError, match="^stream: a stream must be .*, not %d$" % handle):
        c.stream(Stream((0, handle)))


def test_A12_attribute_instead_of_method():
    """cuda.core 0.1."""
    o = Holder(__cuda_stream__=(0, 5))
    with unchanged_refcounts(o):
        with pytest.raises(TypeError, match="not callable"):
            c.stream(o)


def test_A12_method_of_the_instance():
    assert c.stream(Holder(__cuda_stream__=lambda: (0, 5))) == 5


def test_A12_a_graph_builder():
    """cuda.core's: its stream is the one that it captures."""
    class GraphBuilder:
        __slots__ = ("stream",)

        def __cuda_stream__(self):
            return self.stream.__cuda_stream__()

    builder = GraphBuilder()
    with pytest.raises(AttributeError):  # it is closed: the exception is its own
        c.stream(builder)
    builder.stream = Holder(__cuda_stream__=lambda: (0, 0x70001234))
    assert c.stream(builder) == 0x70001234


# ------------------------------------------------------------- streams without __cuda_stream__, known by their names ---
class CuStream(ctypes.c_void_p):
    """As Numba's drvapi.cu_stream."""


def named(module, name, *bases, **attributes):
    return type(name, bases, {"__module__": module, **attributes})


KNOWN = [
    ("cupy", "cupy.cuda.stream", "Stream", "ptr"),
    ("cupy-external", "cupy.cuda.stream", "ExternalStream", "ptr"),
    ("torch.cuda", "torch.cuda.streams", "Stream", "cuda_stream"),
    ("torch", "torch", "Stream", "cuda_stream"),
    ("pycuda", "pycuda.driver", "Stream", "handle"),
    ("pycuda-boost", "pycuda._driver", "Stream", "handle"),
    ("nvcv", "nvcv", "Stream", "handle"),
    ("nvcv.cuda", "nvcv.cuda", "Stream", "handle"),
    ("cvcuda", "cvcuda", "Stream", "handle"),
    ("numba", "numba.cuda.cudadrv.driver", "Stream", "handle"),
]
KNOWN_HANDLES = HANDLES + [
    ("void-p", ctypes.c_void_p(0x5555DEADBEE0), 0x5555DEADBEE0),
    ("void-p-highest", ctypes.c_void_p(2**64 - 3), 2**64 - 3),
    ("void-p-0", ctypes.c_void_p(0), 1),
    ("void-p-None", ctypes.c_void_p(None), 1),
    ("void-p-subclass", CuStream(0x7F00), 0x7F00),
]


@pytest.mark.parametrize("handle, expected", rows(KNOWN_HANDLES))
@pytest.mark.parametrize("module, name, attribute", rows(KNOWN))
def test_A15_known_by_name(module, name, attribute, handle, expected):
    known = named(module, name)
    for kind in (known, named("mine", "Mine", known), named("mine", "Mine", named("other", "Other"), known)):
        o = kind()
        setattr(o, attribute, handle)
        with unchanged_refcounts(o, handle, kind):
            assert c.stream(o) == expected


@pytest.mark.parametrize("module, name, attribute", rows(KNOWN))
def test_A12_the_method_goes_first(module, name, attribute):
    kind = named(module, name, **{attribute: 77, "__cuda_stream__": lambda self: (0, 5)})
    assert c.stream(kind()) == 5
    old = named(module, name, **{attribute: 77, "__cuda_stream__": None, "__index__": lambda self: 6})
    assert c.stream(old()) == 77


UNKNOWN = [
    ("module", lambda m, n: (m + "s", n)),
    ("package-only", lambda m, n: (m.partition(".")[0] + ".other", n)),
    ("module-above", lambda m, n: ("x." + m, n)),
    ("name", lambda m, n: (m, n + "s")),
    ("name-in-lower-case", lambda m, n: (m, n.lower())),
    ("module-with-NUL", lambda m, n: (m + "\0", n + "x")),
    ("module-None", lambda m, n: (None, n)),
    ("module-bytes", lambda m, n: (m.encode(), n)),
    ("module-long", lambda m, n: (m + "." + 5000 * "x", n)),
    ("module-not-ASCII", lambda m, n: (m + "\xe9", n)),
    ("module-lone-surrogate", lambda m, n: (m + "\ud800", n)),
]


@pytest.mark.parametrize("change", rows(UNKNOWN))
@pytest.mark.parametrize("module, name, attribute", rows(KNOWN))
def test_A15_other_names(module, name, attribute, change):
    module, name = change(module, name)
    kind = named(module, name, **{a: 5 for a in ("ptr", "handle", "cuda_stream", "value")})
    with pytest.raises(TypeError, match="^" + no_stream(full_name(kind))):
        c.stream(kind())


@pytest.mark.parametrize("module, name, attribute", rows(KNOWN))
def test_A15_known_type_with_another_attribute(module, name, attribute):
    """A CPU stream of torch has no handle at all."""
    others = {a: 5 for a in ("ptr", "handle", "cuda_stream", "value") if a != attribute}
    kind = named(module, name, **others)
    with pytest.raises(TypeError, match="^" + no_stream(full_name(kind))):
        c.stream(kind())


def test_B81_names_of_a_metaclass():
    class Meta(type):
        __name__ = "Stream"
        __module__ = "nvcv"

    class Other(metaclass=Meta):
        __module__ = "mine"
        handle = 5

    with pytest.raises(TypeError, match="^" + no_stream("mine.test_B81_names_of_a_metaclass.<locals>.Other")):
        c.stream(Other())


def test_D3_known_class_is_no_stream():
    with pytest.raises(TypeError, match="^" + no_stream("type")):
        c.stream(named("nvcv", "Stream", handle=5))


BAD_VALUES = [
    ("negative", -1, "-1"),
    ("minus-2", -2, "-2"),
    ("numpy-negative", np.int64(-5), "-5"),
    ("2-to-64", 2**64, "18446744073709551616"),
    ("2-to-64-minus-1", 2**64 - 1, "18446744073709551615"),
    ("None", None, "None"),
    ("bool", True, "True"),
    ("float", 5.0, "5.0"),
    ("str", "5", "'5'"),
    ("bytes", b"512", "b'512'"),
    ("only-int", OnlyInt(), "OnlyInt()"),
    ("tuple", (0, 5), "(0, 5)"),
    ("other-ctypes", ctypes.c_char_p(b"5"), "c_char_p"),
    ("uint64-of-ctypes", ctypes.c_uint64(5), "c_ulong"),
]


@pytest.mark.parametrize("value, text", rows(BAD_VALUES))
@pytest.mark.parametrize("module, name, attribute", rows(KNOWN))
def test_A15_attribute_that_is_no_handle(module, name, attribute, value, text):
    gc.collect()  # the classes of earlier rows, which hold the value
    o = named(module, name, **{attribute: value})()
    with unchanged_refcounts(o, value):
        with pytest.raises(BufferError, match="^stream: a stream must be 0 .*, not " + re.escape(text)) as caught:
            c.stream(o)
        del caught


@pytest.mark.parametrize("module, name, attribute", rows(KNOWN))
def test_A15_value_that_looks_like_a_pointer(module, name, attribute):
    for value in (Holder(value=5), named("ctypes", "c_void_p", value="5")(), named("ctypes", "c_void_p", value=-1)()):
        with pytest.raises(BufferError, match="^stream: a stream must be 0 "):
            c.stream(named(module, name, **{attribute: value})())


@pytest.mark.parametrize("error", rows(NO_INDEX))
@pytest.mark.parametrize("module, name, attribute", rows(KNOWN))
def test_0_9_attribute_that_raises(module, name, attribute, error):
    """Only AttributeError means that there is none (D3)."""
    def raising(self):
        raise error

    o = named(module, name, **{attribute: property(raising)})()
    absent = type(error) is AttributeError
    with unchanged_refcounts(o):
        with pytest.raises(TypeError if absent else type(error)) as caught:
            c.stream(o)
        assert absent or caught.value is error
        del caught
        error.__traceback__ = None
    o = named(module, name, **{attribute: Index(error)})()
    with pytest.raises(type(error)) as caught:
        c.stream(o)
    assert caught.value is error


def test_A12_method_that_wants_arguments():
    class Wants:
        def __cuda_stream__(self, device):
            return 0, 5

    with pytest.raises(TypeError, match="device"):
        c.stream(Wants())


def test_D3_proxy():
    o = Stream((0, 2**63 + 8))
    assert c.stream(Proxy(o)) == 2**63 + 8
    assert o.calls == 1


def test_D3_class_is_no_stream():
    with pytest.raises(TypeError, match="got 'type'"):
        c.stream(Stream)


@pytest.mark.parametrize("error", [AttributeError("no"), NotImplementedError("no")], ids=lambda e: type(e).__name__)
def test_0_9_absent(error):
    for o in (Raising(error, "__cuda_stream__"), Holder(__cuda_stream__=None)):
        with pytest.raises(TypeError, match="expected an object with __cuda_stream__"):
            c.stream(o)


@pytest.mark.parametrize("kind", [RuntimeError, TypeError, ValueError, BufferError, KeyboardInterrupt, AttributeError])
def test_0_9_failing_method(kind):
    error = kind("destroyed")

    class Failing:
        def __cuda_stream__(self):
            raise error

    o = Failing()
    with unchanged_refcounts(o):
        with pytest.raises(kind) as caught:
            c.stream(o)
        assert caught.value is error
        del caught
        error.__traceback__ = None


@pytest.mark.parametrize("kind", [RuntimeError, TypeError, ValueError, KeyboardInterrupt])
def test_0_9_failing_lookup(kind):
    error = kind("destroyed")
    with pytest.raises(kind) as caught:
        c.stream(Raising(error, "__cuda_stream__"))
    assert caught.value is error


def test_A16_nothing_is_kept():
    o = Stream((0, 0x12345000))
    with unchanged_refcounts(o):
        for _ in range(1000):
            c.stream(o)
        gc.collect()
    assert o.calls == 1000


def test_T7_no_driver_is_touched():
    run_python(
        """
import cucore_test as c
from doubles import Stream
for value in (None, 0, 1, 2, 2**63, Stream((0, 0)), Stream((0, 2))):
    c.stream(value)
for value in (-1, "x", Stream((1, 2)), Stream(3)):
    try:
        c.stream(value)
    except (ValueError, TypeError, BufferError):
        pass
assert not c.driver_is_loaded()
"""
    )
