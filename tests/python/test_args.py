"""Several arguments at once, requirements with their messages."""

import gc
import weakref

import cucore_test as c
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from producers import Producer

from flags import FREE
from doubles import (TRUST, Exporter, Holder, OnlyDlpack, Raising, array_interface, assert_resizable, cai,
                     unchanged_refcounts)

NUMPY_HAS_VERSIONED = tuple(int(part) for part in np.__version__.split(".")[:2]) >= (2, 1)


def rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def spec(name=None, dtypes=None, shape=None, flags=0, device_id=0):
    return (name, dtypes, shape, flags, device_id)


def zeros(*shape, dtype=np.float32):
    return np.zeros(shape, dtype)


def read_only(a):
    a.flags.writeable = False
    return a


# --------------------------------------------------------------------------------------------------- requirements --
PASS = [
    ("nothing-asked", lambda: zeros(2, 3), {}),
    ("dtype-one", lambda: zeros(2), {"dtypes": "float32"}),
    ("dtype-first", lambda: zeros(2), {"dtypes": "float32 float64"}),
    ("dtype-last", lambda: zeros(2, dtype="f8"), {"dtypes": "float32 float64"}),
    ("dtype-blanks", lambda: zeros(2), {"dtypes": "  int8   float32 "}),
    ("dtype-bool", lambda: zeros(2, dtype="?"), {"dtypes": "bool"}),
    ("shape-exact", lambda: zeros(2, 3), {"shape": "2, 3"}),
    ("shape-no-blanks", lambda: zeros(2, 3), {"shape": "2,3"}),
    ("shape-names", lambda: zeros(2, 3), {"shape": "n, m"}),
    ("shape-name-twice", lambda: zeros(3, 3), {"shape": "n, n"}),
    ("shape-any", lambda: zeros(2, 3), {"shape": "*, 3"}),
    ("shape-0-d", lambda: np.float32(1), {"shape": ""}),
    ("shape-extent-0", lambda: zeros(0, 3), {"shape": "0, 3"}),
    ("shape-ellipsis-alone", lambda: zeros(2, 3, 4), {"shape": "..."}),
    ("shape-ellipsis-alone-0-d", lambda: np.float32(1), {"shape": "..."}),
    ("shape-ellipsis-first", lambda: zeros(2, 3, 4), {"shape": "..., 4"}),
    ("shape-ellipsis-last", lambda: zeros(2, 3, 4), {"shape": "n, ..."}),
    ("shape-ellipsis-middle", lambda: zeros(5, 1, 1, 1, 7), {"shape": "5, ..., 7"}),
    ("shape-ellipsis-of-none", lambda: zeros(5, 7), {"shape": "5, ..., 7"}),
    ("C", lambda: zeros(2, 3), {"flags": c.C_CONTIGUOUS}),
    ("F", lambda: zeros(2, 3).T, {"flags": c.F_CONTIGUOUS}),
    ("C-or-F-C", lambda: zeros(2, 3), {"flags": c.CONTIGUOUS}),
    ("C-or-F-F", lambda: zeros(2, 3).T, {"flags": c.CONTIGUOUS}),
    ("C-and-F-1-d", lambda: zeros(4), {"flags": c.C_CONTIGUOUS | c.F_CONTIGUOUS}),
    ("B12-C-one-row", lambda: zeros(4, 3)[1:2, ::1], {"flags": c.C_CONTIGUOUS}),
    ("B12-C-one-column", lambda: zeros(4, 3)[:1, 1:2], {"flags": c.C_CONTIGUOUS | c.F_CONTIGUOUS}),
    ("B48-C-empty", lambda: zeros(4, 0)[::2, ::-1], {"flags": c.C_CONTIGUOUS | c.F_CONTIGUOUS}),
    ("write", lambda: zeros(2), {"flags": c.WRITE}),
    ("write-unproven", lambda: zeros(2), {"flags": c.WRITE | c.ALLOW_UNPROVEN_WRITE}),
    ("read", lambda: read_only(zeros(2)), {"flags": c.READ}),
    ("host", lambda: zeros(2), {"flags": c.HOST_ACCESSIBLE}),
    ("device", lambda: cai(), {"flags": TRUST | c.DEVICE_ACCESSIBLE}),
    ("device-id-0", lambda: cai(), {"flags": TRUST | c.ON_DEVICE_ID}),
    ("device-id-3", lambda: cai(), {"flags": TRUST | c.ON_DEVICE_ID, "device_id": 3}),
    ("device-id-empty", lambda: cai(shape=(0,)), {"flags": c.ON_DEVICE_ID}),
    (
        "all",
        lambda: zeros(2, 3),
        {"dtypes": "float32", "shape": "2, n", "flags": c.WRITE | c.C_CONTIGUOUS | c.HOST_ACCESSIBLE},
    ),
]


@pytest.mark.parametrize("make, wanted", rows(PASS))
def test_check_passes(make, wanted):
    o = make()
    with unchanged_refcounts(o):
        lines = c.args([o], [spec("x", **wanted)], c.STREAM_NO_SYNC)
        assert len(lines) == 1


FAIL = [
    ("dtype-one", lambda: zeros(2), {"dtypes": "float64"}, TypeError, "expected dtype float64, got float32"),
    (
        "dtype-two",
        lambda: zeros(2, dtype="i4"),
        {"dtypes": "float32 float64"},
        TypeError,
        "expected dtype float32 or float64, got int32",
    ),
    (
        "dtype-three",
        lambda: zeros(2, dtype="?"),
        {"dtypes": " int8  int16   int32 "},
        TypeError,
        "expected dtype int8, int16 or int32, got bool",
    ),
    ("dtype-prefix", lambda: zeros(2, dtype="i1"), {"dtypes": "int16"}, TypeError, "expected dtype int16, got int8"),
    ("dtype-void", lambda: zeros(2, dtype="V5"), {"dtypes": "int8"}, TypeError, "expected dtype int8, got void ('|V5')"),
    (
        "dtype-struct",
        lambda: zeros(2, dtype="i4,f4"),
        {"dtypes": "int8"},
        TypeError,
        "expected dtype int8, got a structured dtype of 8 bytes",
    ),
    ("shape-extent", lambda: zeros(2, 4), {"shape": "2, 3"}, ValueError, "expected shape (2, 3), got (2, 4)"),
    ("shape-any", lambda: zeros(2, 4), {"shape": "*, 3"}, ValueError, "expected shape (*, 3), got (2, 4)"),
    (
        "shape-name-twice",
        lambda: zeros(3, 4),
        {"shape": "n, n"},
        ValueError,
        "expected shape (n, n) with n = 3 as in x, got (3, 4)",
    ),
    (
        "shape-too-few",
        lambda: zeros(3),
        {"shape": "n, 3"},
        ValueError,
        "expected shape (n, 3), 2 dimensions, got (3,)",
    ),
    (
        "shape-too-many",
        lambda: zeros(2, 3, 4),
        {"shape": "n"},
        ValueError,
        "expected shape (n), 1 dimension, got (2, 3, 4)",
    ),
    ("shape-not-0-d", lambda: zeros(1), {"shape": ""}, ValueError, "expected shape (), 0 dimensions, got (1,)"),
    (
        "shape-0-d",
        lambda: np.float32(1),
        {"shape": "n, ..., 3"},
        ValueError,
        "expected shape (n, ..., 3), at least 2 dimensions, got ()",
    ),
    (
        "shape-ellipsis-last-axis",
        lambda: zeros(2, 3, 4),
        {"shape": "..., 3"},
        ValueError,
        "expected shape (..., 3), got (2, 3, 4)",
    ),
    (
        "C",
        lambda: zeros(2, 3).T,
        {"flags": c.C_CONTIGUOUS},
        ValueError,
        "expected a C-order contiguous array, got strides (1, 3) for shape (3, 2)",
    ),
    (
        "F",
        lambda: zeros(2, 3),
        {"flags": c.F_CONTIGUOUS},
        ValueError,
        "expected an F-order contiguous array, got strides (3, 1) for shape (2, 3)",
    ),
    (
        "C-or-F",
        lambda: zeros(4, 6)[::2, ::-2],
        {"flags": c.CONTIGUOUS},
        ValueError,
        "expected a contiguous array, got strides (12, -2) for shape (2, 3)",
    ),
    (
        "C-broadcast",
        lambda: np.broadcast_to(zeros(1), (3,)),
        {"flags": c.C_CONTIGUOUS},
        ValueError,
        "expected a C-order contiguous array, got strides (0,) for shape (3,)",
    ),
    (
        "C-reversed",
        lambda: zeros(3)[::-1],
        {"flags": c.C_CONTIGUOUS},
        ValueError,
        "expected a C-order contiguous array, got strides (-1,) for shape (3,)",
    ),
    (
        "write",
        lambda: read_only(zeros(2)),
        {"flags": c.WRITE},
        ValueError,
        "expected a writable array, got a read-only one",
    ),
    ("write-bytes", lambda: b"ab", {"flags": c.WRITE}, ValueError, "expected a writable array, got a read-only one"),
    (
        "write-cai",
        lambda: cai(data=(4096, True)),
        {"flags": TRUST | c.WRITE},
        ValueError,
        "expected a writable array, got a read-only one",
    ),
    (
        "device",
        lambda: zeros(2),
        {"flags": c.DEVICE_ACCESSIBLE},
        ValueError,
        "expected an array that CUDA can read, got one on cpu",
    ),
    (
        "device-id",
        lambda: zeros(2),
        {"flags": c.ON_DEVICE_ID, "device_id": 1},
        ValueError,
        "expected an array that CUDA can read, got one on cpu",
    ),
    (
        "host",
        lambda: cai(),
        {"flags": TRUST | c.HOST_ACCESSIBLE},
        ValueError,
        "expected an array that the CPU can read, got one on cuda:?",
    ),
]


@pytest.mark.parametrize("name", ["x", None])
@pytest.mark.parametrize("make, wanted, kind, message", rows(FAIL))
def test_check_fails(make, wanted, kind, message, name):
    o = make()
    with unchanged_refcounts(o):
        with pytest.raises(kind) as caught:
            c.args([o], [spec(name, **wanted)])
        assert caught.type is kind
        message = message.replace(" as in x", " as in " + (name or "array"))
        assert str(caught.value) == "%s: %s" % (name or "array", message)
        del caught


def test_check_order():
    """Of several faults the one that explains most is told: device, dtype, shape, layout, writable."""
    a = read_only(zeros(2, 3, dtype="i4").T)
    wanted = dict(dtypes="float32", shape="n", flags=c.WRITE | c.C_CONTIGUOUS | c.DEVICE_ACCESSIBLE)
    steps = [(ValueError, "CUDA"), (TypeError, "dtype"), (ValueError, "shape"), (ValueError, "C-order")]
    steps.append((ValueError, "writable"))
    cures = [("flags", c.WRITE | c.C_CONTIGUOUS), ("dtypes", "int32"), ("shape", "n, m"), ("flags", c.WRITE)]
    for i, (kind, word) in enumerate(steps):
        with pytest.raises(kind, match=word):
            c.args([a], [spec("x", **wanted)])
        if i < len(cures):
            wanted[cures[i][0]] = cures[i][1]


@pytest.mark.parametrize(
    "wanted, words",
    [
        ({"dtypes": "float31"}, "^x: 'float31'"),
        ({"dtypes": "int32 f4 float32"}, "^x: 'f4'"),
        ({"shape": "2, -3"}, "'-3' in the shape pattern \"2, -3\" means nothing"),
        ({"shape": "..., 3, ..."}, "'...' in the shape pattern"),
        ({"shape": "n, , m"}, "'' in the shape pattern"),
        ({"shape": "n+1"}, "n\\+1"),
        ({"shape": "3x"}, "'3x' in the shape pattern"),
        ({"shape": "99999999999999999999"}, "'99999999999999999999' in the shape pattern"),
    ],
    ids=str,
)
def test_requirement_that_is_none(wanted, words):
    data = bytearray(12)
    a = np.frombuffer(data, np.float32).reshape(1, 3)
    with pytest.raises(ValueError, match=words):
        c.args([a], [spec("x", **wanted)])
    del a
    gc.collect()
    assert_resizable(data)


# --------------------------------------------------------------------------------------------------- several ------
def test_none_specs_accept_everything():
    objects = [
        zeros(2, 3),
        b"abc",
        bytearray(3),
        memoryview(b"x"),
        cai(shape=(0,)),
        array_interface(zeros(3)),
        Exporter(),
    ]
    with unchanged_refcounts(*objects):
        lines = c.args(objects, None)
    assert [line.split()[0] for line in lines] == [
        "float32",
        "uint8",
        "uint8",
        "uint8",
        "float32",
        "float32",
        "int32",
    ]


def test_no_arguments():
    assert c.args([], None) == []
    assert c.args([], []) == []


def test_many_arguments():
    arrays = [zeros(i + 1) for i in range(32)]
    assert len(c.args(arrays, [spec("x%d" % i) for i in range(32)])) == 32


def test_line_of_a_view():
    a = zeros(2, 3)
    assert c.args([a], None) == ["float32 (2, 3) strides (3, 1) on cpu, writable, buffer, 0x%x" % a.ctypes.data]


def test_shared_extents():
    specs = [spec("x", None, "n, m"), spec("y", None, "m, k"), spec("out", None, "n, k")]
    assert len(c.args([zeros(2, 3), zeros(3, 4), zeros(2, 4)], specs)) == 3
    with pytest.raises(ValueError) as caught:
        c.args([zeros(2, 3), zeros(5, 4), zeros(2, 4)], specs)
    assert str(caught.value) == "y: expected shape (m, k) with m = 3 as in x, got (5, 4)"
    with pytest.raises(ValueError) as caught:
        c.args([zeros(2, 3), zeros(3, 4), zeros(2, 5)], specs)
    assert str(caught.value) == "out: expected shape (n, k) with k = 4 as in y, got (2, 5)"
    # Nothing is remembered from one call to the next.
    assert len(c.args([zeros(7, 8), zeros(8, 9), zeros(7, 9)], specs)) == 3


def test_shared_extents_names_are_whole():
    assert len(c.args([zeros(2), zeros(3)], [spec("x", None, "n"), spec("y", None, "nn")])) == 2
    assert len(c.args([zeros(2), zeros(3)], [spec("x", None, "nn"), spec("y", None, "n")])) == 2


def test_shared_extents_over_an_ellipsis():
    specs = [spec("x", None, "..., n"), spec("y", None, "n, ...")]
    assert len(c.args([zeros(2, 3, 4), zeros(4, 9)], specs)) == 2
    with pytest.raises(ValueError, match=r"^y: expected shape \(n, ...\) with n = 4 as in x, got \(5, 9\)$"):
        c.args([zeros(2, 3, 4), zeros(5, 9)], specs)


def test_more_names_than_there_is_room_for():
    names = ["a%d" % i for i in range(17)]
    assert len(c.args([np.zeros((1,) * 16)], [spec("x", None, ", ".join(names[:16]))])) == 1
    with pytest.raises(ValueError, match="^x: more than 16 names in shape patterns$"):
        c.args([np.zeros((1,) * 17)], [spec("x", None, ", ".join(names))])


ITEMS = ["n", "m", "nn", "n1", "_", "*", "0", "1", "2", "3", "02", "12", "...", "", "3x", "1n", "-", "n m", "999999999999999999999"]


def fits(patterns, shapes):
    """What the header says of patterns: does each shape fit, with one extent for a name?"""
    bound = {}
    for pattern, shape in zip(patterns, shapes):
        items = [item.strip(" ") for item in pattern.split(",")]
        if not items[-1]:
            items.pop()  # "n," is "n", "" has no axes
        for item in items:
            if not (item in ("*", "...") or item.isidentifier() or (item.isdigit() and int(item) < 2**63)):
                return False
        around = items.count("...")
        if around > 1 or (len(shape) < len(items) - 1 if around else len(shape) != len(items)):
            return False
        if around:
            at = items.index("...")
            items[at:at + 1] = ["*"] * (len(shape) - len(items) + 1)
        for item, extent in zip(items, shape):
            if item.isidentifier() and bound.setdefault(item, extent) != extent:
                return False
            if item.isdigit() and int(item) != extent:
                return False
    return True


@st.composite
def patterns_and_shapes(draw):
    """Most items fit their extent."""
    shapes = draw(st.lists(st.lists(st.sampled_from([2, 3, 1, 12, 0]), min_size=1, max_size=3), min_size=1, max_size=2))
    patterns = []
    for shape in shapes:
        items = [draw(st.sampled_from(["n", "m", "*", str(extent)] * 6 + ["1", "2", "3", "12"] + ITEMS)) for extent in shape]
        if draw(st.integers(0, 9)) == 9:
            items.append(draw(st.sampled_from(ITEMS)))
        separator = draw(st.sampled_from([", ", ",", " , ", ",  "]))
        patterns.append(draw(st.sampled_from(["", "", " "])) + separator.join(items) + draw(st.sampled_from(["", "", " ", ","])))
    return patterns, shapes


@settings(max_examples=200)
@given(patterns_and_shapes())
def test_patterns(drawn):
    patterns, shapes = drawn
    arrays = [np.zeros(shape, np.float32) for shape in shapes]
    specs = [spec("a%d" % i, None, pattern) for i, pattern in enumerate(patterns)]
    if fits(patterns, shapes):
        assert len(c.args(arrays, specs)) == len(arrays)
    else:
        with pytest.raises(ValueError):
            c.args(arrays, specs)


NUMPY_NAMES = ["bool", *("%s%d" % (kind, bits) for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
               "float16", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize("name", NUMPY_NAMES)
def test_names_of_dtypes(name):
    """Each is its own alone, and what only begins or ends like one is none."""
    array = np.zeros(2, name)
    for other in NUMPY_NAMES:
        for text in (other, other + " ", " " + other, "float8_e5m2 " + other):
            if other == name:
                assert len(c.args([array], [spec("x", text)])) == 1
            else:
                with pytest.raises(TypeError, match="expected dtype .*got " + name):
                    c.args([array], [spec("x", text)])
    for text in (name + "0", name[:-1], name + "x", "u" + name if name[0] != "i" else "u" + name[:-1], name.replace("t", "t0", 1)):
        if text not in NUMPY_NAMES:
            with pytest.raises((TypeError, ValueError)):  # int1 is one
                c.args([array], [spec("x", text)])


THIRD = [
    ("no-array", lambda: 5, spec("z"), TypeError, "z: expected an array (an object with"),
    ("dtype", lambda: zeros(2), spec("z", "int8"), TypeError, "z: expected dtype int8, got float32"),
    ("shape", lambda: zeros(2), spec("z", None, "3"), ValueError, "z: expected shape (3), got (2,)"),
    (
        "extent",
        lambda: zeros(2),
        spec("z", None, "n"),
        ValueError,
        "z: expected shape (n) with n = 8 as in x, got (2,)",
    ),
    (
        "write",
        lambda: b"abc",
        spec("z", flags=c.WRITE),
        ValueError,
        "z: expected a writable array, got a read-only one",
    ),
    ("device", lambda: zeros(2), spec("z", flags=c.DEVICE_ACCESSIBLE), ValueError, "z: expected an array that CUDA can read"),
    ("protocol", lambda: zeros(2, dtype="O"), spec("z"), TypeError, "z: expected an array of numbers, got object"),
    ("pattern", lambda: zeros(2), spec("z", None, "?"), ValueError, "z: '?' in the shape pattern"),
]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize("make, bad, kind, message", rows(THIRD))
def test_all_or_nothing(make, bad, kind, message, place):
    if place == 0 and "as in x" in message:
        pytest.skip("nothing is bound yet")
    data, frozen, device = bytearray(8), zeros(8), cai(shape=(8,))
    good = [
        (data, spec("x", None, "n", c.WRITE)),
        (frozen, spec("y", "float32", "n")),
        (device, spec("w", flags=TRUST)),
    ]
    wrong = make()
    pairs = good[:place] + [(wrong, bad)] + good[place:]
    with unchanged_refcounts(data, frozen, device, wrong):
        with pytest.raises(kind) as caught:
            c.args([o for o, _ in pairs], [s for _, s in pairs])
        assert str(caught.value).startswith(message)
        del caught
    assert_resizable(data)


def test_all_or_nothing_frees_what_only_the_view_held():
    class Mine(bytearray):
        pass

    first = Mine(4)
    gone = weakref.ref(first)
    objects = [first, 5]
    del first
    with pytest.raises(TypeError):
        c.args(objects, None)
    assert gone() is not None
    del objects
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("kind", [RuntimeError, KeyboardInterrupt, ValueError, TypeError])
def test_all_or_nothing_producer_error_passes(kind):
    data = bytearray(4)
    error = kind("requires grad")
    bad = Raising(error, "__cuda_array_interface__")
    with unchanged_refcounts(data, bad):
        with pytest.raises(kind) as caught:
            c.args([data, bad], [spec("x"), spec("y")])
        assert caught.value is error
        del caught
        error.__traceback__ = None
    assert_resizable(data)


def test_same_object_twice():
    data = bytearray(4)
    with unchanged_refcounts(data):
        x, y = c.args([data, data], [spec("x", None, "n", c.WRITE), spec("y", None, "n")])
    assert x == y
    assert_resizable(data)


def test_flags_that_only_the_intake_knows():
    with pytest.raises(BufferError, match="^x: stream is 0"):
        c.args([cai(stream=0)], [spec("x", flags=TRUST)], c.STREAM_NO_SYNC)
    assert len(c.args([cai(stream=0)], [spec("x", flags=TRUST | c.STREAM_0_IS_LEGACY)], c.STREAM_NO_SYNC)) == 1


# --------------------------------------------------------------------------------------------------- converter ----
@pytest.mark.parametrize("what", ["cucore_py_args_release", "cucore_py_return", "cucore_py_export_capsule_move"])
@pytest.mark.parametrize("make", [lambda: zeros(2, 3), lambda: bytearray(4), lambda: OnlyDlpack(zeros(2, 3))],
                         ids=["numpy", "bytearray", "dlpack"])
def test_a_copied_struct_is_refused(make, what):
    """The copy is left as it is, and the original gives back what it holds, once."""
    x = make()
    with unchanged_refcounts(x):
        with pytest.raises(ValueError, match=what + ": the cucore_view at .* is a copy of the one at .* neither copied"):
            c.copied(x, what)
    if isinstance(x, bytearray):
        assert_resizable(x)


# --------------------------------------------------------------------------------------------------- alignment ----
def at(offset, dtype, shape=(3,)):
    """An array that begins `offset` bytes behind a multiple of 64."""
    raw = np.zeros(512, np.uint8)
    start = -raw.ctypes.data % 64 + offset
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return raw[start : start + count].view(dtype).reshape(shape)


def packed(first, second):
    """The second field of a packed struct, whose elements are whole strides of it apart."""
    size = np.dtype(second).itemsize
    first = np.dtype((first, max(1, size // np.dtype(first).itemsize)))
    dtype = np.dtype({"names": ["a", "b"], "formats": [first, second], "offsets": [size + 1, 1], "itemsize": 4 * size})
    return at(0, dtype)["b"]


NUMBERS = ["?", "i1", "u1", "i2", "u2", "f2", "i4", "u4", "f4", "i8", "u8", "f8", "c8", "c16"]
ALIGNMENT = [
    *((f"{dtype}-at-{offset}", lambda d=dtype, o=offset: at(o, d)) for dtype in NUMBERS for offset in (0, 1, 2, 4, 8)),
    *((f"frombuffer-{dtype}", lambda d=dtype: np.frombuffer(bytes(33), d, 2, 1)) for dtype in NUMBERS),
    *((f"packed-{dtype}", lambda d=dtype: packed("u1", d)) for dtype in NUMBERS),
    ("field-of-an-aligned-struct", lambda: at(0, np.dtype("i4,f8", align=True))["f1"][:1]),
    ("one-field-of-a-packed-struct", lambda: at(0, np.dtype("i1,f8"), (1,))["f1"]),
    ("opaque", lambda: at(1, "V8")),
    ("structured-packed", lambda: at(1, "i4,f8")),
    ("0-d", lambda: at(1, "f8", ())),
    ("2-d-transposed", lambda: at(3, "f4", (2, 3)).T),
    ("reversed", lambda: at(3, "f4")[::-1]),
    ("broadcast", lambda: np.broadcast_to(at(3, "f4", (1, 2)), (5, 2))),
    ("empty-at-1", lambda: at(1, "f8", (0,))),
    ("empty-part", lambda: at(1, "f8", (4, 2))[:, :0]),
    ("no-element-of-an-aligned-one", lambda: at(8, "f8")[:0]),
]


@pytest.mark.parametrize("take", [c.view, c.buffer, c.dlpack, c.array_interface], ids=lambda take: take.__name__)
@pytest.mark.parametrize("make", rows(ALIGNMENT))
def test_B100_aligned_as_numpy_has_it(make, take):
    """`flags.aligned` is the oracle; a view is taken all the same, unless the caller says not."""
    a = make()
    if take is c.dlpack and a.dtype.kind == "V":
        pytest.skip("DLPack has no such elements")
    if take is c.dlpack and not a.flags.writeable and not NUMPY_HAS_VERSIONED:
        pytest.skip(f"NumPy {np.__version__} exports no read-only array by DLPack")
    view = take(a, flags=c.ALLOW_UNALIGNED)
    assert view.aligned == a.flags.aligned
    assert view.ptr == a.ctypes.data or not a.size
    if a.flags.aligned:
        assert take(a).aligned
        return
    with unchanged_refcounts(a):
        with pytest.raises(ValueError) as caught:
            take(a, name="x")
        expected = f"aligned to {a.dtype.alignment} bytes for {a.dtype.name}, got address {a.ctypes.data:#x}"
        assert str(caught.value) == "x: expected memory " + expected
        del caught


@pytest.mark.parametrize("make", rows(ALIGNMENT))
def test_B100_arguments_are_aligned_by_default(make):
    a = make()
    assert len(c.args([a], [spec("x", flags=c.ALLOW_UNALIGNED)])) == 1
    assert len(c.args([a], None)) == 1
    assert c.anything(a).aligned == a.flags.aligned
    if a.flags.aligned:
        assert len(c.args([a], [spec("x")])) == 1
        return
    with pytest.raises(ValueError, match=f"^x: expected memory aligned to {a.dtype.alignment} bytes for "):
        c.args([a], [spec("x")])


def test_B100_cuda_arguments():
    with pytest.raises(ValueError, match="^x: expected memory aligned to 4 bytes for float32, got address 0x1002$"):
        c.args([cai(data=(4098, False))], [spec("x", flags=TRUST)])
    assert len(c.args([cai(data=(4098, False))], [spec("x", flags=TRUST | c.ALLOW_UNALIGNED)], c.STREAM_NO_SYNC)) == 1


# ------------------------------------------------------------------------------------------------- one argument ----
WISHES = [
    ("dtype", dict(dtypes="int8 float64"), TypeError, "expected dtype int8 or float64, got float32"),
    ("shape", dict(shape="n, n"), ValueError, "expected shape (n, n) with n = 2 as in x, got (2, 3)"),
    ("no-dtype", dict(dtypes="float33"), ValueError, "'float33' in the list of dtypes"),
    ("no-pattern", dict(shape="2, ?"), ValueError, "'?' in the shape pattern"),
    ("unknown-flag", dict(flags=FREE[-1]), ValueError, f"the flags {FREE[-1]:#x} mean nothing"),
    ("unknown-flags", dict(flags=FREE[0] | FREE[1]), ValueError, f"the flags {FREE[0] | FREE[1]:#x} mean nothing"),
    ("private-flag", dict(flags=1 << 63), ValueError, "the flags 0x8000000000000000 mean nothing"),
    ("two-wishes", dict(flags=c.MAKE_C_CONTIGUOUS | c.F_CONTIGUOUS), ValueError,
     "CUCORE_MAKE_C_CONTIGUOUS and CUCORE_F_CONTIGUOUS exclude"),
]


@pytest.mark.parametrize("make", [lambda: zeros(2, 3), lambda: OnlyDlpack(zeros(2, 3)), lambda: array_interface(zeros(2, 3))],
                         ids=["numpy", "dlpack", "array-interface"])
@pytest.mark.parametrize("options, kind, message", rows(WISHES))
def test_all_of_an_argument_is_checked(make, options, kind, message):
    """By cucore_py_view as by cucore_py_args, whatever the protocol."""
    x = make()
    with unchanged_refcounts(x):
        with pytest.raises(kind) as caught:
            c.view(x, name="x", **options)
        assert str(caught.value).startswith("x: " + message)
        options = {"dtypes": None, "shape": None, "flags": 0, **options}
        with pytest.raises(kind) as caught:
            c.args([x], [("x", options["dtypes"], options["shape"], options["flags"])])
        assert str(caught.value).startswith("x: " + message)
        del caught


def test_a_capsule_that_is_refused_is_not_consumed():
    x = zeros(2, 3)
    capsule = x.__dlpack__()
    with pytest.raises(TypeError, match="expected dtype int8, got float32"):
        c.view(capsule, dtypes="int8")
    with pytest.raises(ValueError, match=r"expected shape \(6\)"):
        c.view(capsule, shape="6")
    assert c.view(capsule, dtypes="float32", shape="2, 3").shape == (2, 3)


OPTIONALS = [("none", None, True), ("array", zeros(2), False), ("no-array", "abc", None)]


@pytest.mark.parametrize("obj, empty", [pytest.param(o, e, id=i) for i, o, e in OPTIONALS])
def test_optional(obj, empty):
    if empty is None:
        with pytest.raises(TypeError, match="expected an array"):
            c.view(obj, flags=c.OPTIONAL)
        return
    v = c.view(obj, flags=c.OPTIONAL)
    assert (v.lanes, v.protocol, v.ptr, v.owned) == ((0, "none", 0, False) if empty else (1, "buffer", obj.ctypes.data, True))
    lines = c.args([obj, zeros(3)], [spec("x", flags=c.OPTIONAL | c.WRITE | c.SAME_DEVICE), spec("y")])
    assert lines[0].startswith("no view" if empty else "float32 (2,)")


@pytest.mark.parametrize("flags", [0, c.SAME_DEVICE, c.WRITE])
def test_none_is_no_array(flags):
    with pytest.raises(TypeError, match="expected an array .* got 'NoneType'"):
        c.view(None, flags=flags)


class Asked:
    """Any call of the producer's is a failure."""

    def __dlpack__(self):
        raise AssertionError

    __dlpack_device__ = __dlpack__


class Half:
    __dlpack__ = Asked.__dlpack__


class Property:
    @property
    def __cuda_array_interface__(self):
        raise AssertionError


class Hooked:
    def __getattr__(self, name):
        raise AssertionError(name)


ARRAYS = [
    ("numpy", zeros(2), 1),
    ("bytes", b"abc", 1),
    ("memoryview", memoryview(b"abc"), 1),
    ("capsule", zeros(2).__dlpack__(), 1),
    ("dlpack", Asked(), 1),
    ("half-of-dlpack", Half(), 0),
    ("cai-property", Property(), 1),
    ("instance", Holder(__array_interface__={}), 1),
    ("empty-instance", Holder(), 0),
    ("hooks", Hooked(), 0),
    ("class", np.ndarray, 0),
    ("class-of-ours", Asked, 0),
    ("none", None, 0),
    ("number", 3, 0),
    ("text", "abc", 0),
    ("list", [1.0], 0),
]


@pytest.mark.parametrize("obj, expected", rows(ARRAYS))
def test_is_array(obj, expected):
    with unchanged_refcounts(obj):
        assert c.is_array(obj) == expected


LEFT_OUT = [
    ("args", "args", 0, "out"),
    ("args-output", "args", c.OUTPUT, "out"),
    ("args-one-protocol", "args", c.BY_DLPACK, "out"),
    ("args-host", "args", c.HOST_ACCESSIBLE, "out"),
    ("args-never-copy", "args", c.NEVER_COPY, "out"),
    ("args-fitting", "args", c.MAKE_C_CONTIGUOUS, "out"),
    ("args-from-anything", "args", c.FROM_ANYTHING, "out"),
    ("args-without-names", "args-any", 0, "array"),
    ("view", "view", 0, "out"),
    ("view-from-anything", "view", c.FROM_ANYTHING, "out"),
    ("view-one-protocol", "view", c.BY_CAI, "out"),
    ("view-without-a-name", "view-any", 0, "array"),
    ("bytes", "view-bytes", 0, "out"),
    ("copy-dst", "copy-dst", 0, "dst"),
    ("copy-src", "copy-src", 0, "src"),
    ("stream", "stream", 0, "stream"),
    ("stream-converter", "stream-converter", 0, "stream"),
    ("allocator", "allocator", 0, "allocator"),
    ("owner-dlpack", "dlpack", 0, "owner"),
    ("owner-array", "array", 0, "owner"),
    ("owner-buffer", "getbuffer", 0, "owner"),
]


@pytest.mark.parametrize("what, flags, name", rows(LEFT_OUT))
def test_B119_an_argument_that_was_left_out(what, flags, name):
    with pytest.raises(TypeError) as info:
        c.left_out(what, flags)
    assert str(info.value) == f"{name}: missing"


@pytest.mark.parametrize("what", ["args", "view", "view-bytes"])
def test_B119_optional_arguments_may_be_left_out(what):
    assert c.left_out(what, c.OPTIONAL) is None


def test_release_keeps_an_exception_that_is_set():
    x = bytearray(4)
    assert c.released(x, None) is None
    with pytest.raises(KeyError, match="mine") as caught:
        c.released(x, KeyError("mine"))
    assert caught.value.__context__ is None
    del caught
    assert_resizable(x)



# ------------------------------------------------------------------------------------- what others of the call are ----
X3x4 = spec("x", "float32 float64", "n, m")
SAME = [
    ("dtype", [zeros(3, 4), zeros(2)], [X3x4, spec("y", "=x")], None),
    ("dtype-of-two", [zeros(3, 4), zeros(2, dtype="i1")], [X3x4, spec("y", "int8 =x")], None),
    ("dtype-between-blanks", [zeros(3, 4), zeros(2)], [X3x4, spec("y", "  =x ")], None),
    ("dtype-other", [zeros(3, 4), zeros(2, dtype="f8")], [X3x4, spec("y", "=x")],
     (TypeError, "y: expected dtype float32 as in x, got float64")),
    ("dtype-other-of-two", [zeros(3, 4), zeros(2, dtype="f8")], [X3x4, spec("y", "int8 =x")],
     (TypeError, "y: expected dtype int8 or float32 as in x, got float64")),
    ("dtype-of-the-second", [zeros(3, 4), zeros(1, dtype="i2"), zeros(2)], [X3x4, spec("y"), spec("z", "=y")],
     (TypeError, "z: expected dtype int16 as in y, got float32")),
    ("shape", [zeros(3, 4), zeros(3, 4, dtype="i1")], [X3x4, spec("y", None, "=x")], None),
    ("shape-between-blanks", [zeros(3, 4), zeros(3, 4)], [X3x4, spec("y", None, " =x ")], None),
    ("shape-0-d", [np.float32(1), np.float32(2)], [spec("x"), spec("y", None, "=x")], None),
    ("shape-other", [zeros(3, 4), zeros(4, 3)], [X3x4, spec("y", None, "=x")],
     (ValueError, "y: expected shape (3, 4) as in x, got (4, 3)")),
    ("shape-fewer-axes", [zeros(3, 4), zeros(3)], [X3x4, spec("y", None, "=x")],
     (ValueError, "y: expected shape (3, 4) as in x, got (3,)")),
    ("shape-more-axes", [zeros(3), zeros(3, 4)], [spec("x"), spec("y", None, "=x")],
     (ValueError, "y: expected shape (3,) as in x, got (3, 4)")),
    ("of-what-was-left-out", [None, zeros(2)], [spec("x", flags=c.OPTIONAL), spec("y", "=x", "=x")], None),
    ("left-out-itself", [zeros(3, 4), None], [X3x4, spec("y", "=x", "=x", c.OPTIONAL)], None),
    ("by-dlpack", [zeros(3, 4), OnlyDlpack(zeros(3, 4, dtype="f8"))], [X3x4, spec("y", "=x", "=x")],
     (TypeError, "y: expected dtype float32 as in x, got float64")),
    ("of-dlpack", [OnlyDlpack(zeros(3, 4)), zeros(3)], [X3x4, spec("y", "=x", "=x")],
     (ValueError, "y: expected shape (3, 4) as in x, got (3,)")),
    ("first-of-two-names", [zeros(1), zeros(2), zeros(1)], [spec("x"), spec("x"), spec("y", None, "=x")], None),
    ("no-such-dtype", [zeros(3, 4), zeros(2)], [X3x4, spec("y", "=z")],
     (ValueError, "y: '=z' in the list of dtypes \"=z\": no argument before has that name")),
    ("no-such-shape", [zeros(3, 4), zeros(2)], [X3x4, spec("y", None, "=n")],
     (ValueError, "y: '=n' in the shape pattern \"=n\": no argument before has that name")),
    ("no-name", [zeros(3, 4), zeros(2)], [X3x4, spec("y", "float32 =")],
     (ValueError, "y: '=' in the list of dtypes \"float32 =\": no argument before has that name")),
    ("begin-of-a-name", [zeros(3, 4), zeros(2)], [spec("xy"), spec("y", "=x")],
     (ValueError, "y: '=x' in the list of dtypes \"=x\": no argument before has that name")),
    ("a-later-one", [zeros(3, 4), zeros(2)], [spec("x", "=y"), spec("y")],
     (ValueError, "x: '=y' in the list of dtypes \"=y\": no argument before has that name")),
    ("itself", [zeros(3, 4)], [spec("x", None, "=x")],
     (ValueError, "x: '=x' in the shape pattern \"=x\": no argument before has that name")),
    ("without-a-name", [zeros(3, 4), zeros(2)], [spec(None), spec("y", "=array")],
     (ValueError, "y: '=array' in the list of dtypes \"=array\": no argument before has that name")),
    ("part-of-a-pattern", [zeros(3, 4), zeros(3, 4)], [X3x4, spec("y", None, "=x, 4")],
     (ValueError, "y: '=x' in the shape pattern \"=x, 4\" means nothing")),
    ("behind-a-pattern", [zeros(3, 4), zeros(3, 4)], [X3x4, spec("y", None, "3, =x")],
     (ValueError, "y: '=x' in the shape pattern \"3, =x\" means nothing")),
]


@pytest.mark.parametrize("objects, specs, error", rows(SAME))
def test_the_same_as_an_earlier_argument(objects, specs, error):
    with unchanged_refcounts(*[o for o in objects if o is not None]):
        if error is None:
            assert len(c.args(objects, specs)) == len(objects)
            return
        with pytest.raises(error[0]) as caught:
            c.args(objects, specs)
        assert (caught.type, str(caught.value)) == error
        del caught


@pytest.mark.parametrize("options, where", [({"dtypes": "=x"}, "list of dtypes"), ({"shape": "=x"}, "shape pattern")],
                         ids=["dtype", "shape"])
def test_a_view_alone_has_no_earlier_argument(options, where):
    with pytest.raises(ValueError) as caught:
        c.view(zeros(2), name="x", **options)
    assert str(caught.value) == f"x: '=x' in the {where} \"=x\": no argument before has that name"


UNIQUE = [
    ("dense", lambda: zeros(3, 4), True),
    ("reversed", lambda: zeros(3, 4)[::-1, ::-2], True),
    ("transposed", lambda: zeros(3, 4).T, True),
    ("0-d", lambda: np.float32(1), True),
    ("empty", lambda: np.broadcast_to(zeros(0, 1), (0, 7)), True),
    ("broadcast-of-one", lambda: np.broadcast_to(zeros(3, 1), (3, 1)), True),
    ("broadcast", lambda: np.broadcast_to(zeros(4), (3, 4)), False),
    ("windows", lambda: np.lib.stride_tricks.as_strided(zeros(10), (4, 3), (4, 4)), False),
    ("rows-apart", lambda: np.lib.stride_tricks.as_strided(zeros(10), (3, 3), (12, 4)), True),
]


@pytest.mark.parametrize("make, unique", rows(UNIQUE))
def test_unique(make, unique):
    a = make()
    take = [lambda: c.view(a, name="x", flags=c.UNIQUE), lambda: c.args([a], [spec("x", flags=c.UNIQUE)])]
    for call in take:
        if unique:
            assert call()
            continue
        with pytest.raises(ValueError) as caught:
            call()
        strides = tuple(s // a.itemsize for s in a.strides)
        assert str(caught.value) == ("x: expected an array whose elements are all in different places, got strides "
                                     f"{strides} for shape {a.shape}")


BASE = np.zeros((6, 8), np.float32)
OVERLAPS = [
    # name, x, out, do they share memory, have they the very same elements
    ("apart", BASE[:3], BASE[3:], False, False),
    ("interleaved", BASE[::2], BASE[1::2], False, False),
    ("columns", BASE[:, :4], BASE[:, 4:], False, False),
    ("other-memory", zeros(3, 4), zeros(3, 4), False, False),
    ("same", BASE, BASE, True, True),
    ("same-view", BASE[1:, ::2], BASE[1:, ::2], True, True),
    ("same-bits", BASE, BASE.view("i4"), True, True),
    ("same-of-one-row", BASE[:1], np.lib.stride_tricks.as_strided(BASE, (1, 8), (4, 4)), True, True),
    ("shifted", BASE[:4], BASE[1:5], True, False),
    ("reversed", BASE, BASE[::-1, ::-1], True, False),
    ("transposed", BASE[:6, :6], BASE[:6, :6].T, True, False),
    ("one-row", BASE, BASE[2], True, False),
    ("other-shape", BASE, BASE.reshape(8, 6), True, False),
    ("other-size", BASE, BASE.view("i2"), True, False),
    ("other-strides", BASE[:3], BASE[::2], True, False),
    ("last-element", BASE[:3], BASE.reshape(-1)[23:], True, False),
    ("behind-the-last", BASE[:3], BASE.reshape(-1)[24:], False, False),
    ("empty", BASE, BASE[:0], False, False),
]


@pytest.mark.parametrize("turn", [False, True], ids=["out-second", "out-first"])
@pytest.mark.parametrize("x, out, shared, same", rows(OVERLAPS))
def test_overlap(x, out, shared, same, turn):
    """numpy.shares_memory is the oracle of the table; the bytes are those that both ranges have."""
    assert np.shares_memory(x, out) == shared
    ranges = [np.lib.array_utils.byte_bounds(a) if hasattr(np.lib, "array_utils") else np.byte_bounds(a) for a in (x, out)]
    low, high = max(r[0] for r in ranges), min(r[1] for r in ranges) - 1
    for flag, fine, more in [(c.NO_OVERLAP, not shared, ""),
                             (c.NO_PARTIAL_OVERLAP, same or not shared, ", but does not have the very same elements"),
                             (c.OUTPUT, same or not shared, ", but does not have the very same elements"),
                             (c.NO_OVERLAP | c.NO_PARTIAL_OVERLAP, not shared, "")]:
        objects, specs = [x, zeros(1), out], [spec("x"), spec("z"), spec("out", flags=flag)]
        if turn:
            objects, specs = objects[::-1], specs[::-1]
        with unchanged_refcounts(x, out):
            if fine:
                assert len(c.args(objects, specs)) == 3
                continue
            with pytest.raises(ValueError) as caught:
                c.args(objects, specs)
            assert str(caught.value) == f"out: shares memory with x (bytes {low:#x} to {high:#x}){more}"
            del caught


@pytest.mark.parametrize("seed", range(6))
def test_overlap_of_many(seed):
    """Above some number the bytes are sorted: the first pair that all comparisons find is the one that is named."""
    random = np.random.default_rng(seed)
    memory, objects, specs = np.zeros(60000, "u1"), [], []
    for i in range(60):
        start, size, step = random.integers(59000), random.integers(0, 30 if i % 9 else 2000), random.integers(1, 4)
        objects.append(memory[start:start + size * step:step])
        specs.append(spec(f"a{i}", flags=(0, c.NO_OVERLAP, c.NO_PARTIAL_OVERLAP)[random.integers(3)]))
        if i % 7 == 6:
            objects[-1] = objects[random.integers(i)]
    while True:  # each pair that is named goes, until none is left
        bad = [(i, j) for i in range(len(objects)) for j in range(len(objects))
               if specs[i][3] and i != j and np.shares_memory(objects[i], objects[j]) and
               not (specs[i][3] == c.NO_PARTIAL_OVERLAP and objects[i] is objects[j])]
        if not bad:
            break
        i, j = bad[0]
        with pytest.raises(ValueError, match=f"^{specs[i][0]}: shares memory with {specs[j][0]} "):
            c.args(objects, specs)
        del objects[j], specs[j]
    assert len(c.args(objects, specs)) == len(objects) > 12


A = np.zeros((4, 4), "f4")
TRIED = {  # the objects of a call, and what they have to be
    "apart": ([A[:2], A[2:]], [spec("x", "float32", "n, m"), spec("out", "=x", "=x", c.OUTPUT)]),
    "overlapping": ([A[:3], A[1:]], [spec("x", "float32", "n, m"), spec("out", "=x", "=x", c.OUTPUT)]),
    "in place": ([A, A], [spec("x"), spec("out", flags=c.OUTPUT)]),
    "not in place": ([A, A], [spec("x"), spec("out", flags=c.NO_OVERLAP)]),
    "another extent": ([A, A[:2]], [spec("x", None, "n, m"), spec("y", None, "n, m")]),
    "another dtype": ([A, A.astype("f8")], [spec("x"), spec("y", "=x")]),
    "of its own dtype": ([A, A], [spec("x"), spec("y", "int32 float64")]),
    "read-only": ([A, b"abcd"], [spec("x"), spec("y", flags=c.WRITE)]),
    "left out": ([A, None], [spec("x"), spec("y", flags=c.OPTIONAL)]),
    "no array": ([A, 3], [spec("x"), spec("y")]),
    "other buffers": ([bytearray(b"abc"), memoryview(b"abcd"), c.Placed()], [spec("x"), spec("y"), spec("z", "uint8", "8")]),
    "another buffer that does not fit": ([c.Placed(), A], [spec("x", "float32"), spec("y")]),
    "tensors": ([Producer(), Producer()], [spec("x", None, "n, m"), spec("y", "=x", "m, n")]),
}


@pytest.mark.parametrize("name", TRIED)
def test_arguments_that_were_tried_are_taken_as_others(name):
    """By an overload of a binding, each by itself before."""
    objects, specs = TRIED[name]
    answers = []
    for tried in (0, 1):
        try:
            answers.append(c.args(objects, specs, 0, tried))
        except (TypeError, ValueError, BufferError) as error:
            answers.append((type(error), str(error)))
    assert answers[0] == answers[1]


def test_overlap_too_hard_to_say():
    """What the bounded search gives up on counts as an overlap."""
    a = np.zeros(16, np.int8)  # nothing is read
    strides = [2 * (1000003 + 7919 * i) for i in range(24)]
    x = np.lib.stride_tricks.as_strided(a, (3,) * 24, strides)
    y = np.lib.stride_tricks.as_strided(a[1:], (2,) + (3,) * 23, [strides[0] + 1] + strides[1:])
    with pytest.raises(ValueError, match=r"^out: may overlap x \(bytes 0x"):
        c.args([x, y], [spec("x"), spec("out", flags=c.NO_OVERLAP)])


def test_an_output():
    """CUCORE_OUTPUT is what it says: writable, unique, apart from others but for work in place, aligned as all are."""
    x = zeros(3, 4)
    specs = [spec("x", "float32", "n, m"), spec("out", "=x", "=x", c.OUTPUT | c.OPTIONAL)]
    assert c.OUTPUT == c.WRITE | c.SAME_DEVICE | c.UNIQUE | c.NO_PARTIAL_OVERLAP
    for out in (None, x, zeros(3, 4), zeros(4, 3).T):
        assert len(c.args([x, out], specs)) == 2
    for out, kind, words in [(read_only(zeros(3, 4)), ValueError, "out: expected a writable array"),
                             (zeros(3, 4, dtype="f8"), TypeError, "out: expected dtype float32 as in x"),
                             (zeros(3, 5), ValueError, r"out: expected shape \(3, 4\) as in x"),
                             (x[::-1], ValueError, "out: shares memory with x"),
                             (np.lib.stride_tricks.as_strided(zeros(4), (3, 4), (0, 4)), ValueError,
                              "out: expected an array whose elements"),
                             (at(1, "f4", (3, 4)), ValueError, "out: expected memory aligned to 4 bytes")]:
        with pytest.raises(kind, match="^" + words):
            c.args([x, out], specs)


@pytest.mark.parametrize("flag", [c.NO_OVERLAP, c.NO_PARTIAL_OVERLAP])
def test_overlap_of_one_argument_alone(flag):
    assert c.view(BASE, flags=flag).shape == (6, 8)
    assert len(c.args([BASE], [spec("x", flags=flag)])) == 1
    assert len(c.args([BASE, None], [spec("x", flags=flag), spec("y", flags=c.OPTIONAL | flag)])) == 2


@pytest.mark.parametrize("member, objs, specs", [
    ("wrong_layout", lambda a: [a[1:], a[:-1]], [spec("x"), spec("out", flags=c.NO_PARTIAL_OVERLAP)]),
    ("wrong_dtype", lambda a: [a, a.astype("i4")], [spec("x"), spec("out", "=x")]),
    ("wrong_shape", lambda a: [a, a[1:]], [spec("x"), spec("out", shape="=x")]),
], ids=["overlap", "dtype-of-x", "shape-of-x"])
def test_classes_of_what_arguments_are_to_each_other(member, objs, specs):
    a = np.zeros(6, "f4")
    with pytest.raises((ValueError, TypeError)) as usual:
        c.work(objs(a), specs)
    with pytest.raises(KeyError) as own:
        c.work(objs(a), specs, exceptions={member: KeyError})
    assert own.value.args == usual.value.args
    other = {"wrong_layout", "wrong_dtype", "wrong_shape"} - {member}
    with pytest.raises(type(usual.value)):
        c.work(objs(a), specs, exceptions=dict.fromkeys(other, KeyError))
