"""Arguments that do not fit: copied into fresh memory that does, copied back, objects without a protocol."""
import re
import subprocess
import sys

import cucore_test as c
import numpy as np
import pytest
from hypothesis import given, strategies as st

import readme
from doubles import Holder, OnlyDlpack, array_interface, assert_resizable, unchanged_refcounts
from producers import Producer
from test_args import at, packed, read_only, rows, spec, zeros

C, F, A = c.MAKE_C_CONTIGUOUS, c.MAKE_F_CONTIGUOUS, c.MAKE_ALIGNED
DTYPES = ["?", "i1", "u2", "f2", "i4", "f4", "f8", "c8", "c16", "V5", "i1,f8", np.dtype("i1,f8", align=True)]


def one(obj, flags, **keywords):
    """What the only argument is."""
    infos, result = c.work([obj], [spec("x", flags=flags)], **keywords)
    return (infos[0], result) if keywords.get("how") == "return" else infos[0]


def filled(dtype, shape, offset=0):
    """An array of different bytes; bools are 0 and 1."""
    dtype = np.dtype(dtype)
    raw = np.zeros(int(np.prod(shape)) * dtype.itemsize + 64 + offset, np.uint8)
    raw[:] = np.arange(raw.size) * 7 % 2 if dtype.kind == "b" else np.arange(raw.size) * 7 % 251
    start = -raw.ctypes.data % 64 + offset
    return raw[start : start + int(np.prod(shape)) * dtype.itemsize].view(dtype).reshape(shape)


def bytes_of(a):
    """Padding of structs, too, which NumPy does not copy."""
    return a.view(f"V{a.itemsize}").tobytes()


def fits(a, wish):
    """As NumPy has it; structs count as bytes, which are aligned everywhere."""
    return not (wish & C and not a.flags.c_contiguous or wish & F and not a.flags.f_contiguous
                or wish & A and not a.flags.aligned and a.dtype.fields is None)


@st.composite
def arrays(draw, unique=False):
    """-> the array, all the memory that it is part of"""
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
    base = filled(draw(st.sampled_from(DTYPES)), shape, draw(st.sampled_from([0, 0, 1, 4])))
    a = base.transpose(draw(st.permutations(range(len(shape)))))
    steps = [draw(st.sampled_from([1, 1, 2, -1, -2])) for _ in shape]
    a = a[(..., *(slice(None, None, step) for step in steps))]
    if not unique and draw(st.booleans()):
        a = np.broadcast_to(a, (draw(st.integers(1, 3)),) + a.shape)
    return a, base


@given(arrays(), st.sampled_from([C, F, A, C | A, F | A]))
def test_any_layout(pair, wish):
    """numpy.require is the oracle: what has the property is not copied, what is copied has the same elements."""
    a, _ = pair
    flags = wish | (0 if wish & A else c.ALLOW_UNALIGNED)
    info = one(a, flags)
    assert info["bytes"] == bytes_of(a) and info["shape"] == a.shape
    assert info["converted"] == (not fits(a, wish))
    assert not wish & C or info["c"]
    assert not wish & F or info["f"]
    assert not wish & A or info["aligned"]
    if fits(a, wish):
        assert info["ptr"] == a.ctypes.data or not a.size
        assert info["readonly"] == (not a.flags.writeable)
    elif a.size:
        memory = np.lib.array_utils.byte_bounds(a) if hasattr(np.lib, "array_utils") else np.byte_bounds(a)
        assert not memory[0] <= info["ptr"] < memory[1] and info["ptr"] % 64 == 0
        assert info["readonly"] and " converted," in info["line"]
        if wish == A and not any(s == 0 or n == 1 for s, n in zip(a.strides, a.shape)):  # in the order that it has
            assert info["strides"] == tuple(s // a.itemsize for s in a.copy("K").strides)


@given(arrays(unique=True), st.sampled_from([C, F, A, C | A, F | A]), st.sampled_from(["release", "return", "drop", "error"]))
def test_any_layout_is_copied_back(pair, wish, how):
    a, base = pair
    flags = wish | c.WRITE | (0 if wish & A else c.ALLOW_UNALIGNED)
    expected = bytearray(base.tobytes())
    new = bytes((b + 1) % 2 if a.dtype.kind == "b" else (b + 101) % 256 for b in bytes_of(a))
    if how in ("release", "return") or fits(a, wish):
        raw = f"V{a.itemsize}"  # padding of structs, too
        if a.size:
            place = np.ndarray(a.shape, raw, expected, a.ctypes.data - base.ctypes.data, a.strides)
            place[...] = np.frombuffer(new, raw).reshape(a.shape)
    before = sys.getrefcount(a)
    if how == "error":
        with pytest.raises(KeyError, match="the work failed"):
            one(a, flags, new=[new], how=how)
    else:
        info, result = c.work([a], [spec("x", flags=flags)], new=[new], how=how)
        assert info[0]["converted"] == (not fits(a, wish)) and not info[0]["readonly"]
        assert result is a if how == "return" else result is None
        del result
    assert base.tobytes() == expected
    assert sys.getrefcount(a) == before


PLACES = [
    ("numpy", lambda: zeros(3, 4).T, c.WRITE),
    ("field", lambda: np.zeros((2, 3), "i4,f4")["f1"].T, c.WRITE),
    ("dlpack", lambda: OnlyDlpack(zeros(3, 4).T), c.WRITE | c.ALLOW_UNPROVEN_WRITE),
    ("array-interface", lambda: array_interface(zeros(3, 4).T), c.WRITE),
    ("memoryview", lambda: memoryview(zeros(3, 4).T), c.WRITE),
    ("lent", lambda: OnlyDlpack(zeros(3, 4).T), c.BORROW),
    ("capsule", lambda: zeros(3, 4).T.__dlpack__(), 0),
    ("subclass", lambda: zeros(3, 4).T.view(type("Mine", (np.ndarray,), {})), c.WRITE),
]


@pytest.mark.parametrize("make, more", rows(PLACES))
def test_every_protocol(make, more):
    x = make()
    shape = (3, 2) if isinstance(x, np.ndarray) and x.shape == (3, 2) else (4, 3)
    data = np.arange(shape[0] * shape[1], dtype="f4")
    with unchanged_refcounts(x):
        view = c.view(x, flags=C | more) if type(x).__name__ == "PyCapsule" else None
        if view:  # a capsule is consumed
            assert (view.converted, view.c_contiguous, view.shape, view.owned) == (1, True, shape, True)
            view.release()
            return
        info = one(x, C | more, new=[data.tobytes()])
        assert (info["converted"], info["c"], info["shape"]) == (1, 1, shape)
        info = one(x, more)
        assert info["bytes"] == (data.tobytes() if more & c.WRITE else bytes(48)) and not info["c"]


# -------------------------------------------------------------------------------- strides that are no multiple of the itemsize --
def packed_field(shape=(3, 4), dtype="<f4"):
    """-> a field of packed structs of 5 bytes or more, the structs"""
    structs = np.zeros(shape, [("a", "u1"), ("b", dtype)])
    structs["b"] = np.arange(structs.size).reshape(shape)
    return structs["b"], structs


ODD = [
    ("field", lambda a: a),
    ("reversed", lambda a: a[::-1, ::-1]),
    ("transposed", lambda a: a.T),
    ("every-second", lambda a: a[:, ::2]),
    ("broadcast", lambda a: np.broadcast_to(a, (2, *a.shape))),
    ("one-row", lambda a: a[1]),
]
WAYS = [("numpy", lambda a: a), ("memoryview", memoryview), ("array-interface", array_interface)]


@pytest.mark.parametrize("wish", [C, F, A], ids="CFA")
@pytest.mark.parametrize("way", rows(WAYS))
@pytest.mark.parametrize("part", rows(ODD))
def test_odd_strides_are_copied(part, way, wish):
    a = part(packed_field()[0])
    obj = way(a)
    with unchanged_refcounts(obj):
        info = one(obj, wish)
    assert info["converted"] == 1 and info["shape"] == a.shape and info["readonly"] and info["aligned"]
    assert np.frombuffer(info["bytes"], "f4").reshape(a.shape).tolist() == a.tolist()
    assert (wish != C or info["c"]) and (wish != F or info["f"])


@pytest.mark.parametrize("how", ["release", "return", "drop"])
@pytest.mark.parametrize("part", rows([row for row in ODD if row[0] != "broadcast"]))
def test_odd_strides_are_copied_back(part, how):
    field, structs = packed_field()
    a = part(field)
    expected, new = field.copy(), np.arange(100, 100 + a.size, dtype="f4")
    if how != "drop":
        part(expected)[...] = new.reshape(a.shape)
    _, result = c.work([a], [spec("x", flags=C | c.WRITE)], new=[new.tobytes()], how=how)
    assert (result is a) == (how == "return")
    assert field.tolist() == expected.tolist() and not structs["a"].any()


ODD_DTYPES = ["<i2", "<f8", "<c16", "V3", "i1,<f8"]


@pytest.mark.parametrize("dtype", ODD_DTYPES)
def test_odd_strides_of_every_size(dtype):
    structs = np.zeros(5, [("a", "u1"), ("b", dtype)])
    raw = structs.view("u1")
    raw[:] = np.arange(raw.size) % 251
    info = one(structs["b"], C | c.ALLOW_OPAQUE)
    size = structs["b"].itemsize
    assert info["bytes"] == b"".join(bytes(raw[i * (size + 1) + 1:(i + 1) * (size + 1)]) for i in range(5))


def test_odd_strides_are_checked_as_others_are():
    a = packed_field()[0]
    assert one(a, C)["dtype"] == "float32"
    infos, _ = c.work([a], [spec("x", "float32", "n, 4", C)])
    assert infos[0]["strides"] == (4, 1)
    for wanted, kind, message in [
            (spec("x", "float64", None, C), TypeError, "x: expected dtype float64, got float32"),
            (spec("x", None, "n, 5", C), ValueError, r"x: expected shape \(n, 5\), got \(3, 4\)"),
            (spec("x", "float64", None, C | c.CAST), BufferError, "x: strides that are no multiple of the itemsize.*not cast"),
            (spec("x", None, None, 0), BufferError, "x: .*not a multiple of the itemsize 4"),
            (spec("x", None, None, c.C_CONTIGUOUS), BufferError, "x: .*not a multiple of the itemsize 4"),
            (spec("x", None, None, c.CAST), BufferError, "x: .*not a multiple of the itemsize 4"),
            (spec("x", None, None, c.FROM_ANYTHING), BufferError, "x: .*not a multiple of the itemsize 4")]:
        with unchanged_refcounts(a), pytest.raises(kind, match=message):
            c.work([a], [wanted])
    read = a[:]
    read.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        one(read, C | c.WRITE)
    with pytest.raises(ValueError, match="different places"):
        c.work([np.lib.stride_tricks.as_strided(a, writeable=True, strides=(0, 5))], [spec("x", flags=C | c.WRITE)])
    b = packed_field((1,) * 63 + (2,))[0]
    with pytest.raises(BufferError, match="64 axes whose strides are no multiple"):
        one(b, C)


@pytest.mark.parametrize("part", rows(ODD))
def test_odd_strides_are_counted(part):
    a = part(packed_field()[0])
    for way in WAYS:
        obj = way[1](a)
        with unchanged_refcounts(obj):
            assert c.nbytes(obj) == a.nbytes
            assert c.view_bytes(obj, flags=C).tobytes() == np.ascontiguousarray(a).tobytes()


COUNTED = [
    ("numpy", lambda: zeros(2, 3), 24), ("strides", lambda: zeros(4, 6)[::2, ::-1], 48), ("0-d", lambda: np.float64(1), 8),
    ("empty", lambda: zeros(0, 3), 0), ("bytes", lambda: b"abc", 3), ("dlpack", lambda: Producer(), 24),
    ("dates", lambda: np.zeros(3, "M8[s]"), 24), ("structs", lambda: np.zeros(3, "i1,f8"), 27),
    ("cuda", lambda: Holder(__cuda_array_interface__={"shape": (2, 3), "typestr": "<f4", "data": (4096, False), "version": 3,
                                                      "strides": (20, 5)}), 24),
]


@pytest.mark.parametrize("make, nbytes", rows(COUNTED))
def test_counted(make, nbytes):
    obj = make()
    with unchanged_refcounts(obj):
        assert c.nbytes(obj) == nbytes


@pytest.mark.parametrize("obj, kind, message", rows([
    ("no-array", 3, TypeError, "x: expected an array"), ("objects", np.zeros(2, "O"), TypeError, "x: .*object"),
    ("mask", np.ma.array([1, 2], mask=[0, 1]), BufferError, "x: the array has a mask")]))
def test_not_counted(obj, kind, message):
    with unchanged_refcounts(obj), pytest.raises(kind, match=message):
        c.nbytes(obj)


@pytest.mark.parametrize("how", ["release", "release_in_thread", None])
def test_a_view_alone(how):
    """cucore_py_view converts as well; released without the end of the access it copies nothing back."""
    a = zeros(3, 4).T
    before = sys.getrefcount(a)
    view = c.view(a, flags=C | c.WRITE)
    assert (view.converted, view.c_contiguous, view.readonly, view.protocol) == (1, True, False, "buffer")
    assert sys.getrefcount(a) == before + 1
    if how:
        getattr(view, how)()
    else:
        del view
    assert sys.getrefcount(a) == before and not a.any()


def test_the_buffer_is_given_back_once():
    data = bytearray(24)
    whole = memoryview(data).cast("f", (2, 3))
    part = np.frombuffer(data, "f4").reshape(2, 3).T
    for _ in range(3):
        one(whole, F | c.WRITE, new=[np.arange(6, dtype="f4").tobytes()])
    assert np.array_equal(part.T.ravel(), np.arange(6))
    del whole, part
    assert_resizable(data)


REFUSED = [
    ("broadcast-written", lambda: np.lib.stride_tricks.as_strided(zeros(4), (3, 4), (0, 4)), spec("x", flags=C | c.WRITE),
     ValueError, "x: expected an array whose elements are all in different places, got strides (0, 1) for shape (3, 4)"),
    ("windows-written", lambda: np.lib.stride_tricks.as_strided(zeros(9), (3, 4), (4, 4)), spec("x", flags=F | c.OUTPUT),
     ValueError, "x: expected an array whose elements are all in different places, got strides (1, 1) for shape (3, 4)"),
    ("fits-but-not-unique", lambda: np.lib.stride_tricks.as_strided(at(0, "f4", (9,)), (3, 4), (4, 4)),
     spec("x", flags=A | c.UNIQUE), ValueError,
     "x: expected an array whose elements are all in different places, got strides (1, 1) for shape (3, 4)"),
    ("read-only", lambda: read_only(zeros(3, 4).T), spec("x", flags=C | c.WRITE), ValueError,
     "x: expected a writable array, got a read-only one"),
    ("dtype", lambda: zeros(3, 4).T, spec("x", "int8", None, C), TypeError, "x: expected dtype int8, got float32"),
    ("shape", lambda: zeros(3, 4).T, spec("x", None, "3, 4", C), ValueError, "x: expected shape (3, 4), got (4, 3)"),
    ("device", lambda: zeros(3, 4).T, spec("x", None, None, C | c.DEVICE_ACCESSIBLE), ValueError,
     "x: expected an array that CUDA can read, got one on cpu"),
    ("unaligned", lambda: at(1, "f4", (3, 4)).T, spec("x", None, None, C), ValueError,
     "x: expected memory aligned to 4 bytes for float32, got address"),
    ("contiguous", lambda: zeros(4, 6)[::2, ::2], spec("x", None, None, A | c.CONTIGUOUS), ValueError,
     "x: expected a contiguous array, got strides (12, 2) for shape (2, 3)"),
    ("C-and-F", lambda: zeros(3), spec("x", None, None, C | F), ValueError,
     "x: CUCORE_MAKE_C_CONTIGUOUS and CUCORE_MAKE_F_CONTIGUOUS exclude each other"),
    ("C-of-F", lambda: zeros(3), spec("x", None, None, C | c.F_CONTIGUOUS), ValueError,
     "x: CUCORE_MAKE_C_CONTIGUOUS and CUCORE_F_CONTIGUOUS exclude each other"),
    ("F-of-C", lambda: zeros(3), spec("x", None, None, F | c.C_CONTIGUOUS), ValueError,
     "x: CUCORE_MAKE_F_CONTIGUOUS and CUCORE_C_CONTIGUOUS exclude each other"),
    ("no-array", lambda: 5, spec("x", None, None, C), TypeError, "x: expected an array (an object with"),
]


@pytest.mark.parametrize("make, wanted, kind, message", rows(REFUSED))
def test_refused(make, wanted, kind, message):
    x = make()
    with unchanged_refcounts(x):
        for call in (lambda: c.args([x], [wanted]),
                     lambda: c.view(x, name="x", dtypes=wanted[1], shape=wanted[2], flags=wanted[3])):
            with pytest.raises(kind) as caught:
                call()
            assert caught.type is kind and str(caught.value).startswith(message)
            del caught


ALLOWED = [
    ("C-of-either", lambda: zeros(3, 4).T, C | c.CONTIGUOUS, True),
    ("C-of-C", lambda: zeros(3, 4).T, C | c.C_CONTIGUOUS, True),
    ("C-of-C-that-fits", lambda: zeros(3, 4), C | c.C_CONTIGUOUS, False),
    ("unique-copy", lambda: np.broadcast_to(zeros(4), (3, 4)), C | c.UNIQUE, True),
    ("never-a-copy-of-the-producer's", lambda: zeros(3, 4).T, C | c.NEVER_COPY, True),
    ("aligned-beats-unaligned", lambda: at(1, "f8", (3,)), A | c.ALLOW_UNALIGNED, True),
    ("packed-struct", lambda: packed("u1", "f8"), A, True),
    ("left-out", lambda: None, C | A | c.OPTIONAL | c.WRITE | c.FROM_ANYTHING, False),
]


@pytest.mark.parametrize("make, flags, converted", rows(ALLOWED))
def test_allowed(make, flags, converted):
    x = make()
    info = one(x, flags)
    assert info["converted"] == converted
    assert x is None or info["bytes"] == x.tobytes()


def test_nothing_is_copied_back_when_a_later_argument_fails():
    a, b = zeros(3, 4).T, zeros(3, 4).T
    with unchanged_refcounts(a, b):
        for bad, wanted in [(5, spec("z")), (zeros(2), spec("z", "int8")), (zeros(2), spec("z", None, "=x"))]:
            with pytest.raises((TypeError, ValueError), match="^z: "):
                c.work([a, b, bad], [spec("x", flags=C | c.WRITE), spec("y", flags=C), wanted])
    assert not a.any()


def test_several_are_converted_each_on_its_own():
    """The same array twice, read and written: each has memory of its own, and what is written is seen afterwards."""
    a = np.arange(12, dtype="f4").reshape(3, 4).T
    new = np.arange(100, 112, dtype="f4").reshape(4, 3)
    (x, y), _ = c.work([a, a], [spec("x", flags=C), spec("y", "=x", "=x", C | c.OUTPUT)], new=[None, new.tobytes()])
    assert x["ptr"] != y["ptr"] and x["bytes"] == y["bytes"] != new.tobytes() and np.array_equal(a, new)


def test_overlap_is_that_of_the_arguments():
    """What is read from a copy overlaps nothing; what is copied back does where it goes to."""
    base = np.zeros((4, 6), "f4")
    x, out = base[:, ::2], base[:, 1::-1]
    strided = spec("out", flags=C | c.WRITE | c.NO_OVERLAP)
    assert c.work([x, base], [spec("x", flags=C), spec("out", flags=c.WRITE | c.NO_OVERLAP)])
    assert c.work([x, base[:, 1::2]], [spec("x"), strided])
    with pytest.raises(ValueError, match="^out: shares memory with x "):
        c.work([x, out], [spec("x"), strided])
    with pytest.raises(ValueError, match="^out: shares memory with x .*, but does not have the very same elements$"):
        c.work([x, out], [spec("x", flags=C | c.WRITE), spec("out", flags=C | c.OUTPUT)])
    assert c.work([x, x], [spec("x"), spec("out", flags=C | c.OUTPUT)])


RETURNS = [("itself", None), ("type", np.ndarray), ("name", "numpy"), ("module", np)]


@pytest.mark.parametrize("like", [pytest.param(like, id=name) for name, like in RETURNS])
def test_a_converted_argument_that_is_read_is_returned_as_a_new_array(like):
    a = np.arange(12.0).reshape(3, 4).T
    info, made = one(a, C, how="return", like=like or a)
    assert type(made) is np.ndarray and made is not a and made.flags.c_contiguous and np.array_equal(made, a)
    assert made.ctypes.data == info["ptr"] and made.flags.writeable and sys.getrefcount(a) == 2
    made[:] = 7
    assert a[0, 1] == 4


def test_an_output_returned_as_another_array_is_copied_back_as_well():
    a = np.zeros((3, 4)).T
    new = np.arange(12.0).reshape(4, 3)
    info, made = one(a, C | c.WRITE, how="return", like=np.ndarray, new=[new.tobytes()])
    assert made is not a and np.array_equal(made, new) and np.array_equal(a, new)


# -------------------------------------------------------------------------------------------------- another dtype ----
NUMBERS = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]


def name(dtype):
    return np.dtype(dtype).name


@pytest.mark.parametrize("to", NUMBERS)
@pytest.mark.parametrize("of", NUMBERS)
def test_every_cast(of, to):
    """numpy.can_cast says which, astype what becomes of the elements; to write it has to be so both ways."""
    a = (np.arange(24) % 7).astype(of).reshape(4, 6)[:, ::-2]
    there, back = (np.can_cast(x, y, "same_kind") for x, y in ((of, to), (to, of)))
    message = f"x: expected dtype {name(to)}, got {name(of)}, which cannot be cast to that by the rule same_kind"
    if there:
        (info,), _ = c.work([a], [spec("x", name(to), None, c.CAST)])
        assert info["bytes"] == a.astype(to).tobytes() and info["dtype"] == name(to)
        assert info["converted"] == (of != to) and info["readonly"] == (of != to)
    else:
        with pytest.raises(TypeError) as caught:
            c.work([a], [spec("x", name(to), None, c.CAST)])
        assert str(caught.value) == message
    new = (np.arange(12) * 5 % 9).astype(to).reshape(4, 3)
    if there and back:
        (info,), _ = c.work([a], [spec("x", name(to), None, c.CAST | c.WRITE)], new=[new.tobytes()])
        assert info["converted"] == (of != to) and not info["readonly"] and np.array_equal(a, new.astype(of))
    else:
        with pytest.raises(TypeError) as caught:
            c.work([a], [spec("x", name(to), None, c.CAST | c.WRITE)], new=[new.tobytes()])
        assert str(caught.value) == message + ", and back"


@pytest.mark.parametrize("of, to", [("float8_e4m3fn", "float32"), ("float32", "float8_e5m2"), ("float8_e5m2", "float8_e4m3fn"),
                                    ("int4", "int8"), ("int8", "uint8 int2"), ("uint4", "float16"), ("float4_e2m1fn", "bfloat16"),
                                    ("float32", "float6_e2m3fn"), ("uint16", "float8_e8m0fnu"), ("complex64", "complex32")])
def test_casts_of_more(of, to):
    """As ml_dtypes has it, and back again if it was written."""
    ml_dtypes = pytest.importorskip("ml_dtypes")
    a = np.arange(1, 7).reshape(2, 3).astype(getattr(ml_dtypes, of, of))[::-1]
    made = to.split()[-1]
    wanted = a.astype(getattr(ml_dtypes, made, made))
    (info,), _ = c.work([a], [spec("x", to, None, c.CAST)])
    assert (info["dtype"], info["bytes"], info["converted"]) == (made, wanted.tobytes(), 1)
    assert ("padded" in info["line"]) == (made in ("int2", "float6_e2m3fn"))
    new = a[::-1].astype(wanted.dtype)
    if (of, made) not in (("uint4", "float16"), ("uint16", "float8_e8m0fnu")):
        c.work([a], [spec("x", to, None, c.CAST | c.WRITE)], new=[new.tobytes()])
        assert a.tobytes() == new.astype(a.dtype).tobytes()


def test_cast_of_packed_bits():
    """Two float4 in a byte, as DLPack has them; written back among the bits beside them."""
    raw = np.array([0x21, 0x43, 0xF5], np.uint8)
    x = Producer(shape=(5,), data=raw.ctypes.data, dtype=(17, 4, 1))
    (info,), _ = c.work([x], [spec("x", "float32", None, c.CAST | c.WRITE)], new=[np.array([6, -6, 0, 0.5, 1], "f4").tobytes()])
    assert np.array_equal(np.frombuffer(info["bytes"], "f4"), [0.5, 1, 1.5, 2, 3]) and raw.tolist() == [0xF7, 0x10, 0xF2]


THERE = ">" if sys.byteorder == "little" else "<"
FOREIGN_ORDER = [  # name, the dtype here, the list of dtypes, flags, what becomes of it
    ("native", "f4", "float32", c.CAST, "f4"), ("any", "f4", None, c.CAST, "f4"), ("wider", "f4", "float64", c.CAST, "f8"),
    ("integers", "i2", "float32 int64", c.CAST, "f4"), ("bytes", "u8", "uint8", c.CAST, "u1"), ("half", "f2", "float32", c.CAST, "f4"),
    ("complex", "c8", "complex128", c.CAST, "c16"), ("its-own-of-two", "c16", "int8 complex128", c.CAST, "c16"),
    ("C", "f8", "float64", C, "f8"), ("F", "f4", None, F, "f4"), ("aligned", "i4", "int32", A, "i4"), ("C-cast", "u2", "int32", C | c.CAST, "i4"),
]


def buffer_or_interface(a, way):
    return a if way == "array" else Holder(__array_interface__=a.__array_interface__) if way == "interface" else memoryview(a)


@pytest.mark.parametrize("way", ["array", "memoryview", "interface"])
@pytest.mark.parametrize("dtype, dtypes, flags, to", rows(FOREIGN_ORDER))
def test_foreign_byte_order(dtype, dtypes, flags, to, way):
    """Converted on the way in, and back if it was written; without a conversion it is refused as ever."""
    a = (np.arange(12) * 5 % 11).astype(THERE + dtype).reshape(3, 4)[::-1]
    x, wanted = buffer_or_interface(a, way), a.astype(to)
    (info,), _ = c.work([x], [spec("x", dtypes, None, flags)])
    assert (info["dtype"], info["bytes"], info["converted"], info["readonly"]) == (name(to), wanted.tobytes(), 1, True)
    assert "byte-swapped" not in info["line"] and (flags & F or info["c"])
    if np.can_cast(to, dtype, "same_kind") and np.can_cast(dtype, to, "same_kind"):
        new = (wanted + 1).astype(to)
        (info,), _ = c.work([x], [spec("x", dtypes, None, flags | c.WRITE)], new=[new.tobytes()])
        assert np.array_equal(a, new)
    with pytest.raises(TypeError, match=re.escape(f"got {name(dtype)} in foreign byte order ('{THERE}{dtype}'); convert with .astype")):
        c.work([x], [spec("x", dtypes, None, 0)])


@pytest.mark.parametrize("make, dtypes, flags, kind, message", rows([
    ("no-cast", lambda: zeros(2, dtype=THERE + "f4"), "float64", C, TypeError, f"x: expected dtype float64, got float32 in foreign byte order ('{THERE}f4')"),
    ("not-same-kind", lambda: zeros(2, dtype=THERE + "f4"), "int8", c.CAST, TypeError,
     f"x: expected dtype int8, got float32 in foreign byte order ('{THERE}f4'), which cannot be cast to that by the rule same_kind"),
    ("complex-of-four-bytes", lambda: Holder(__array_interface__={**zeros(2, dtype="f4").__array_interface__, "typestr": THERE + "c4"}), None, c.CAST,
     TypeError, "x: "),
    ("half-a-gigabyte-each", lambda: Holder(__array_interface__={**zeros(2, dtype="f4").__array_interface__, "typestr": THERE + "f536870916"}), None,
     c.CAST, TypeError, "x: "),
    ("dates", lambda: zeros(2, dtype=THERE + "M8[s]"), None, c.CAST, TypeError, "x: expected an array of numbers, got datetime64 in foreign byte order"),
    ("odd", lambda: np.zeros(3, np.dtype([("a", "i1"), ("b", THERE + "f4")]))["b"], None, C | c.CAST, TypeError,
     "x: strides that are no multiple of the itemsize: the elements can be copied, but not cast"),
    ("read-only", lambda: read_only(zeros(2, dtype=THERE + "f4")), None, c.CAST | c.WRITE, ValueError, "x: "),
]))
def test_foreign_byte_order_is_refused(make, dtypes, flags, kind, message):
    x = make()
    with unchanged_refcounts(x), pytest.raises((TypeError, ValueError, BufferError)) as caught:
        c.work([x], [spec("x", dtypes, None, flags)])
    assert str(caught.value).startswith(message)


def test_foreign_byte_order_stays_opaque():
    """With ALLOW_OPAQUE the bytes are what the caller wants."""
    a = np.arange(3, dtype=THERE + "f4")
    info = one(a, C | c.CAST | c.ALLOW_OPAQUE)
    assert (info["dtype"], info["converted"], info["bytes"]) == ("void4", 0, a.tobytes()) and "byte-swapped" in info["line"]


CASTS = [
    # name, dtype, list, flags, what becomes of it
    ("the-first-that-can", "i4", "bool uint8 float32 float64", 0, "float32"),
    ("in-the-order-of-the-list", "i4", "float64 float32", 0, "float64"),
    ("its-own", "i4", "float32 int32", 0, "int32"),
    ("none-asked", "i4", None, 0, "int32"),
    ("to-write", "i4", "float32 int8 int64", c.WRITE, "int8"),
    ("to-F", "i4", "float32", F, "float32"),
    ("to-C", "i4", "float32", C, "float32"),
    ("its-own-to-C", "i4", "int32", C, "int32"),
]


@pytest.mark.parametrize("dtype, dtypes, flags, expected", rows(CASTS))
def test_which_cast(dtype, dtypes, flags, expected):
    a = np.arange(12).astype(dtype).reshape(3, 4).T
    (info,), _ = c.work([a], [spec("x", dtypes, None, c.CAST | flags)])
    assert info["dtype"] == expected and info["bytes"] == a.astype(expected).tobytes()
    assert info["converted"] == (expected != name(dtype) or flags == C)
    if expected != name(dtype) and flags != C:
        assert info["f"]  # the order that it has


@pytest.mark.parametrize("make, dtypes, message", rows([
    ("text", lambda: np.array(["ab"]).view("V8"), "int8", "x: expected dtype int8, got void ('|V8'); a conversion is between"),
    ("struct", lambda: np.zeros(2, "i4,f4"), "int8 int16", "x: expected dtype int8 or int16, got a structured dtype of 8 bytes; a conversion is between"),
    ("no-dtype", lambda: zeros(2), "float64 float31", "x: 'float31' in the list of dtypes"),
    ("no-argument", lambda: zeros(2), "float64 =y", "x: '=y' in the list of dtypes \"float64 =y\": no argument before"),
]))
def test_no_cast(make, dtypes, message):
    x = make()
    with unchanged_refcounts(x):
        for call in (lambda: c.args([x], [spec("x", dtypes, None, c.CAST)]),
                     lambda: c.view(x, name="x", dtypes=dtypes, flags=c.CAST)):
            with pytest.raises((TypeError, ValueError)) as caught:
                call()
            assert str(caught.value).startswith(message)
            del caught


def test_several_numbers_in_an_element_are_not_cast():
    """torch.float4_e2m1fn_x2: the shape would have to change."""
    import test_dlpack

    with pytest.raises(TypeError) as caught:
        c.view(test_dlpack.Producer(dtype=(17, 4, 2)), name="x", dtypes="float32", flags=c.CAST | c.ALLOW_LANES)
    assert str(caught.value) == ("x: expected dtype float32, got float4_e2m1fnx2; a conversion is between bool, integers, floats and complex "
                                 "numbers of one lane, which cucore_layout_repack makes of several in C")


def test_the_dtype_of_an_argument_that_was_cast():
    x, y = np.arange(3, dtype="i4"), np.arange(3, dtype="i8")
    infos, _ = c.work([x, y], [spec("x", "float64", None, c.CAST), spec("y", "=x", None, c.CAST)])
    assert [i["dtype"] for i in infos] == ["float64", "float64"] and infos[1]["bytes"] == y.astype("f8").tobytes()
    with pytest.raises(TypeError, match="^y: expected dtype float64 as in x, got int64$"):
        c.work([x, y], [spec("x", "float64", None, c.CAST), spec("y", "=x")])


def test_cast_of_bfloat16():
    raw = np.array([0x3F80, 0xC040, 0], np.uint16)
    x = Producer(shape=(3,), data=raw.ctypes.data, dtype=(4, 16, 1))
    (info,), _ = c.work([x], [spec("x", "float32", None, c.CAST | c.WRITE)], new=[np.array([2, 0.5, -1], "f4").tobytes()])
    assert np.array_equal(np.frombuffer(info["bytes"], "f4"), [1, -3, 0]) and raw.tolist() == [0x4000, 0x3F00, 0xBF80]


def test_cast_of_what_is_empty_or_unaligned():
    (info,), _ = c.work([np.zeros((0, 3), "f4")], [spec("x", "float64", None, c.CAST | c.WRITE)])
    assert (info["dtype"], info["shape"], info["converted"]) == ("float64", (0, 3), 1)
    a = at(1, "i4")
    a[:] = [1, 2, 3]
    with pytest.raises(ValueError, match="^x: expected memory aligned to 4 bytes for int32"):
        c.work([a], [spec("x", "float64", None, c.CAST)])
    (info,), _ = c.work([a], [spec("x", "float64", None, c.CAST | A)])
    assert info["bytes"] == a.astype("f8").tobytes() and info["converted"] == 1
    (info,), _ = c.work([a], [spec("x", "float64", None, c.CAST | c.ALLOW_UNALIGNED)])
    assert info["bytes"] == a.astype("f8").tobytes()


def test_cast_and_return():
    out = np.zeros(3, "f4")
    new = np.array([1.5, 2.5, 3.5])
    infos, made = c.work([out], [spec("out", "float64", None, c.CAST | c.OUTPUT)], new=[new.tobytes()], how="return")
    assert made is out and np.array_equal(out, new)
    x = np.arange(3)
    infos, made = c.work([x], [spec("x", "float32", None, c.CAST)], how="return")
    assert made is not x and made.dtype == np.float32 and np.array_equal(made, x)


@pytest.mark.parametrize("obj, dtypes, expected", rows([
    ("ints", [1, 2], "float32", [1, 2]), ("int", 3, "float64", 3), ("bools", [True, False], "uint8", [1, 0]),
    ("floats", [[0.5]], "complex64", [[0.5]])]))
def test_anything_as_any_dtype(obj, dtypes, expected):
    (info,), _ = c.work([obj], [spec("x", dtypes, None, c.FROM_ANYTHING | c.CAST)])
    assert info["converted"] == 3 and info["bytes"] == np.array(expected, dtypes).tobytes()


# ----------------------------------------------------------------------------------------- objects without a protocol --
class WithArray:
    def __init__(self, made):
        self.made = made

    def __array__(self, dtype=None, copy=None):
        if isinstance(self.made, BaseException):
            raise self.made
        return self.made


ANYTHING = [
    ("list", [1, 2, 3], "int64", (3,)),
    ("nested", [[1.5, 2], [3, 4]], "float64", (2, 2)),
    ("tuple", (1, True), "int64", (2,)),
    ("int", 5, "int64", ()),
    ("float", 2.5, "float64", ()),
    ("bool", True, "bool", ()),
    ("complex", 1j, "complex128", ()),
    ("empty-list", [], "float64", (0,)),
    ("range", range(4), "int64", (4,)),
    ("list-of-arrays", [np.zeros(2, "f4"), np.ones(2, "f4")], "float32", (2, 2)),
    ("array-method", WithArray(np.arange(6, dtype="i2").reshape(2, 3).T), "int16", (3, 2)),
]


@pytest.mark.parametrize("obj, dtype, shape", rows(ANYTHING))
def test_from_anything(obj, dtype, shape):
    """By numpy.asarray; and refused without the flag."""
    with unchanged_refcounts(obj):
        info = one(obj, c.FROM_ANYTHING)
        assert (info["dtype"], info["shape"], info["converted"]) == (dtype, shape, 2)
        assert info["bytes"] == np.asarray(obj).tobytes()
        with pytest.raises(TypeError, match="^x: expected an array"):
            one(obj, 0)
    info = one(obj, c.FROM_ANYTHING | C)
    assert info["c"] and info["bytes"] == np.asarray(obj).tobytes()
    assert info["converted"] == (2 if np.asarray(obj).flags.c_contiguous else 3)


NUMBERS = [2.5, -0.0, float("inf"), float("nan"), True, False, 0, -1, (1 << 63) - 1, -(1 << 63), 1 << 63, (1 << 64) - 1, 1 << 64, -(1 << 64),
           1j, 3 - 2j, type("Own", (float,), {})(2.5), type("OwnInt", (int,), {})(3)]


@pytest.mark.parametrize("obj", NUMBERS, ids=lambda obj: f"{type(obj).__name__}-{obj}")
def test_a_number_is_what_asarray_makes_of_it(obj):
    """... in every dtype to which it can be cast, or refused in the same words."""
    for flags in (0, c.CAST, C | A, c.WRITE, c.DEVICE_ACCESSIBLE, c.UNIQUE, c.BY_PEP3118, c.BY_CAI):
        for dtypes in (None, "float64", "float32", "int32", "bool int64", "complex64", "uint8"):
            for shape in (None, "", "3"):
                said = []
                for flag, x in ((c.FROM_ANYTHING, obj), (0, np.asarray(obj))):
                    try:
                        (info,), _ = c.work([x], [spec("x", dtypes, shape, flags | flag)])
                        said.append([info[key] for key in ("dtype", "shape", "strides", "readonly", "bytes", "c", "f", "aligned")])
                    except Exception as error:
                        said.append((type(error), str(error)))
                if said[0] != said[1]:  # of what NumPy makes objects, and what it makes is not written to
                    assert "numpy.asarray" in said[0][1], (said, flags, dtypes, shape)


PROTOCOLS = [("numpy", lambda: zeros(2, 3)), ("scalar", lambda: np.float32(1)), ("bytes", lambda: b"ab"),
             ("dlpack", lambda: OnlyDlpack(zeros(2))), ("interface", lambda: array_interface(zeros(2))),
             ("instance", lambda: Holder(__array_interface__=zeros(2).__array_interface__))]


@pytest.mark.parametrize("make", rows(PROTOCOLS))
def test_what_has_a_protocol_goes_by_it(make):
    x = make()
    assert one(x, c.FROM_ANYTHING)["converted"] == 0
    assert one(x, c.FROM_ANYTHING)["line"].split(",")[-2:-1] == one(x, 0)["line"].split(",")[-2:-1]


NOTHING = [
    ("objects", [object()], 0, TypeError, "x: expected numbers, got 'list', of which numpy.asarray makes an array of dtype object"),
    ("none", None, 0, TypeError, "x: expected numbers, got 'NoneType', of which numpy.asarray makes an array of dtype object"),
    ("dict", {1: 2}, 0, TypeError, "x: expected numbers, got 'dict', of which numpy.asarray makes an array of dtype object"),
    ("set", {1}, 0, TypeError, "x: expected numbers, got 'set', of which numpy.asarray makes an array of dtype object"),
    ("field-of-objects", WithArray(np.zeros(2, "i4,O")), 0, TypeError, "x: expected numbers, got '"),
    ("ragged", [[1], [2, 3]], 0, ValueError, "setting an array element"),
    ("raises", WithArray(KeyError("mine")), 0, KeyError, "'mine'"),
    ("interrupts", WithArray(KeyboardInterrupt("stop")), 0, KeyboardInterrupt, "stop"),
    ("write", [1, 2], c.WRITE, TypeError,
     "x: expected an array to write to, got 'list', of which numpy.asarray makes another one"),
    ("write-array-method", WithArray(zeros(2)), c.OUTPUT, TypeError, "x: expected an array to write to, got "),
    ("class", np.ndarray, 0, TypeError, "x: expected an array, got the class '"),
    ("half-of-dlpack", Holder(__dlpack__=None), 0, TypeError, "x: expected numbers, got '"),
]


class Refusing:
    """Its protocol raises, and __array__ answers."""

    def __init__(self, protocol, error, made):
        self.error, self.made, self.asked = error, made, []
        self.protocol = protocol

    def __getattr__(self, name):
        if name == "__array_interface__" or name != self.protocol:
            raise AttributeError(name)
        raise self.error

    def __array__(self, dtype=None, copy=None):
        self.asked.append(1)
        if isinstance(self.made, BaseException):
            raise self.made
        return self.made


class RefusingDLPack(Refusing):
    def __init__(self, error, made):
        super().__init__(None, error, made)

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **keywords):
        raise self.error


INSTEAD = [  # the producer's exception, what __array__ makes; the class of the exception that stays, None: none
    ("BufferError", BufferError("no"), zeros(2, 3), None), ("RuntimeError", RuntimeError("no"), zeros(2), None),
    ("class of its own", type("Mine", (Exception,), {})("no"), zeros(2), None),
    ("array refuses, too", BufferError("no"), TypeError("neither"), BufferError),
    ("objects", ValueError("no"), np.array([object()]), ValueError),
    ("MemoryError", MemoryError("no"), zeros(2), MemoryError), ("interrupted", KeyboardInterrupt("no"), zeros(2), KeyboardInterrupt),
    ("interrupted by array", ValueError("no"), KeyboardInterrupt("stop"), KeyboardInterrupt),
]


@pytest.mark.parametrize("error, made, stays", rows(INSTEAD))
def test_B112_numpy_is_asked_where_the_protocol_raised(error, made, stays):
    obj = RefusingDLPack(error, made)
    with pytest.raises(type(error)):
        one(obj, 0)
    assert not obj.asked
    if stays is None:
        info = one(obj, c.FROM_ANYTHING)
        assert (info["shape"], info["converted"], info["bytes"]) == (made.shape, 2, made.tobytes()) and len(obj.asked) == 1
        with pytest.raises(type(error)):
            one(obj, c.FROM_ANYTHING | c.WRITE)
        with pytest.raises(TypeError, match="^x: expected dtype int8, got float"):
            c.work([obj], [spec("x", "int8", None, c.FROM_ANYTHING)])
        assert len(obj.asked) == 2
    else:
        with pytest.raises(stays) as caught:
            one(obj, c.FROM_ANYTHING)
        assert caught.type is stays and str(caught.value).endswith("stop" if isinstance(made, KeyboardInterrupt) else "no")


def test_B112_what_cucore_refuses_is_not_asked_again():
    masked = np.ma.masked_array([1.0, 2.0], [True, False])
    with pytest.raises(BufferError, match="^x: the array has a mask"):
        one(masked, c.FROM_ANYTHING)
    with pytest.raises(TypeError, match="^x: expected dtype int8"):
        c.work([WithArray(zeros(2))], [spec("x", "int8", None, c.FROM_ANYTHING)])


@pytest.mark.parametrize("obj, flags, kind, message", rows(NOTHING))
def test_from_nothing(obj, flags, kind, message):
    with unchanged_refcounts(obj):
        with pytest.raises(kind) as caught:
            one(obj, c.FROM_ANYTHING | flags)
        text = str(caught.value)
        if sys.version_info < (3, 11):  # which has no notes
            text = text.removeprefix("argument 'x': ")
        assert caught.type is kind and text.startswith(message), text
        del caught
        if isinstance(obj, WithArray) and isinstance(obj.made, BaseException):
            obj.made.__traceback__ = None


EMPTY = {"list": [], "tuple": (), "range": range(0), "nested": [[], []], "mixed": ([], (), range(0)), "deep": [[[]]]}


@pytest.mark.parametrize("obj", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("dtypes, right", [("int32", "int32"), ("bool", "bool"), ("bfloat16", "bfloat16"), ("complex64", "complex64"),
                                           ("float32 float64", "either"), (None, "either")])
def test_B134_an_empty_sequence_has_any_dtype(obj, dtypes, right):
    shape = np.shape(obj)
    for flags in (c.FROM_ANYTHING, c.FROM_ANYTHING | c.CAST, c.FROM_ANYTHING | C | A):
        (info,), _ = c.work([obj], [spec("x", dtypes, None, flags | c.ALLOW_LANES)])
        assert info["shape"] == shape and info["converted"] & 2
        assert right == "either" or info["dtype"] == right
        assert dtypes is None or info["dtype"] in dtypes
    with pytest.raises(ValueError, match="^x: expected shape"):
        c.work([obj], [spec("x", dtypes, "7", c.FROM_ANYTHING | c.ALLOW_LANES)])
    like = [spec("y", "float16", None, 0), spec("x", "=y", None, c.FROM_ANYTHING)]
    assert c.work([np.zeros(2, np.float16), obj], like)[0][1]["dtype"] == "float16"


@pytest.mark.parametrize("obj", [np.zeros(0), [np.zeros(0)], [1.5], (0.5,)],
                         ids=["B134-array", "B134-list-of-an-array", "B134-number", "B134-tuple"])
def test_B134_what_has_a_dtype_keeps_it(obj):
    with pytest.raises(TypeError, match="^x: expected dtype int32, got float64"):
        c.work([obj], [spec("x", "int32", None, c.FROM_ANYTHING)])


def test_requirements_count_for_what_was_made():
    assert c.work([[1, 2]], [spec("x", "int64", "2", c.FROM_ANYTHING)])
    with pytest.raises(TypeError, match="^x: expected dtype float32, got int64$"):
        c.work([[1, 2]], [spec("x", "float32", None, c.FROM_ANYTHING)])
    with pytest.raises(ValueError, match=r"^x: expected shape \(3\), got \(2,\)$"):
        c.work([[1, 2]], [spec("x", None, "3", c.FROM_ANYTHING)])


# -------------------------------------------------------------------------------------- without cucore_copy.h, or after --
MODULE = """
%s
static PyObject *take(PyObject *self, PyObject *args)
{
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, 0);
    cucore_view view;
    unsigned long long flags;
    PyObject *obj, *result;
    (void)self;
    if (!PyArg_ParseTuple(args, "OK", &obj, &flags)) return NULL;
    arg.flags = flags;
    if (cucore_py_args(&obj, 1, &arg, CUCORE_STREAM_HOST, &view) < 0) return NULL;
    result = PyLong_FromLong(view.converted);
    if (cucore_py_args_release(&view, 1, CUCORE_STREAM_HOST) < 0) Py_CLEAR(result);
    return result;
}
static PyMethodDef methods[] = {{"take", take, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "%s", NULL, 0, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_%s(void);
PyMODINIT_FUNC PyInit_%s(void) { return PyModule_Create(&definition); }
"""


def test_copies_need_the_other_header(tmp_path):
    """Included before, it is what all tests above have."""
    name = "fitting_without"
    source = MODULE % ('#define CUCORE_IMPLEMENTATION\n#include "cucore_python.h"', name, name, name)
    module = readme.compile_module(tmp_path, name, source)
    assert module.take([1], c.FROM_ANYTHING) == 2
    for flags in (C, F, A, C | c.FROM_ANYTHING, c.CAST):
        for x in (zeros(3, 4).T, zeros(3)):
            with pytest.raises(ValueError) as caught:
                module.take(x, flags)
            header = "CUCORE_CAST converts: include cucore_cast.h" if flags == c.CAST else "CUCORE_MAKE_... copies: include cucore_copy.h"
            assert str(caught.value) == f"x: {header} before the implementation of cucore_python.h"


def test_no_conversions(tmp_path):
    """cucore_copy.h without cucore_cast.h has CUCORE_MAKE_..., and refuses CUCORE_CAST whether the dtype fits or not."""
    name = "fitting_no_cast"
    lines = '#define CUCORE_IMPLEMENTATION\n#include "cucore_copy.h"\n#include "cucore_python.h"'
    source = (MODULE % (lines, name, name, name)).replace('CUCORE_ARG("x", NULL,', 'CUCORE_ARG("x", "float64",')
    module = readme.compile_module(tmp_path, name, source)
    assert module.take(np.zeros((3, 4)).T, C) == 1
    for dtype in ("float32", "float64"):
        with pytest.raises(ValueError, match="^x: CUCORE_CAST converts: include cucore_cast.h before the implementation of cucore_python.h$"):
            module.take(np.zeros(3, dtype), C | c.CAST)


STATIC, IMPLEMENTATION = "#define CUCORE_STATIC", "#define CUCORE_IMPLEMENTATION"
COPY, PYTHON, CAST = '#include "cucore_copy.h"', '#include "cucore_python.h"', '#include "cucore_cast.h"'
ORDERS = {  # the first lines of a file; 1 if the compiler takes it
    "static, before": ([STATIC, COPY, PYTHON], 1),
    "static, after": ([STATIC, PYTHON, COPY], 0),
    "static, before and after": ([STATIC, COPY, PYTHON, COPY], 1),
    "implementation, before": ([IMPLEMENTATION, COPY, PYTHON], 1),
    "implementation, after": ([IMPLEMENTATION, PYTHON, COPY], 0),
    "implementation, after, declared only": ([IMPLEMENTATION, PYTHON, "#undef CUCORE_IMPLEMENTATION", COPY], 0),
    "declared before, then implemented": ([COPY, IMPLEMENTATION, PYTHON], 1),
    "both declared, then implemented": ([PYTHON, COPY, IMPLEMENTATION, PYTHON], 1),
    "both declared, then both implemented": ([PYTHON, COPY, IMPLEMENTATION, COPY, PYTHON], 1),
}


ORDERS_OF_CASTS = {
    "static": ([STATIC, CAST, PYTHON], 1),
    "static, before cucore_copy.h": ([STATIC, CAST, COPY, PYTHON], 1),
    "static, after cucore_copy.h": ([STATIC, COPY, CAST, PYTHON], 0),
    "static, after cucore_python.h": ([STATIC, COPY, PYTHON, CAST], 0),
    "both declared, then cucore_copy.h implemented": ([CAST, IMPLEMENTATION, COPY, PYTHON], 1),
    "both declared, then all by cucore_python.h": ([COPY, CAST, PYTHON, IMPLEMENTATION, PYTHON], 1),
    "declared after cucore_python.h, then implemented": ([PYTHON, CAST, IMPLEMENTATION, CAST, PYTHON], 1),
    "with the macro of before": ([STATIC, "#define CUCORE_COPY_NO_CAST", CAST, PYTHON], 0),
}
WORDS_OF_CASTS = "(include cucore_cast.h before the implementation of cucore_copy.h|CUCORE_COPY_NO_CAST is defined, and cucore_cast.h)"


@pytest.mark.parametrize("row", range(0, len(ORDERS_OF_CASTS), readme.SOME), ids=list(ORDERS_OF_CASTS)[::readme.SOME])
def test_order_of_the_header_of_conversions(tmp_path, capfd, row):
    """Each order converts, or the compiler refuses it."""
    lines, is_taken = list(ORDERS_OF_CASTS.values())[row]
    name = f"fitting_casts_{row}"
    source = (MODULE % ("\n".join(lines), name, name, name)).replace('CUCORE_ARG("x", NULL,', 'CUCORE_ARG("x", "float64",')
    if is_taken:
        assert readme.compile_module(tmp_path, name, source).take(np.zeros(3, "float32"), c.CAST) == 1
    else:
        with pytest.raises(subprocess.CalledProcessError):
            readme.compile_module(tmp_path, name, source)
        assert re.search(WORDS_OF_CASTS, capfd.readouterr().err)


@pytest.mark.parametrize("row", range(0, len(ORDERS), readme.SOME), ids=list(ORDERS)[::readme.SOME])
def test_order_of_the_headers(tmp_path, capfd, row):
    """Each order converts and has cucore_py_copy, or the compiler refuses it."""
    lines, is_taken = list(ORDERS.values())[row]
    name = f"fitting_order_{row}"
    uses = "int (*copies)(PyObject *, PyObject *, CUstream, const cucore_copy_options *) = cucore_py_copy;"
    source = MODULE % ("\n".join([*lines, uses]), name, name, name)
    if is_taken:
        assert readme.compile_module(tmp_path, name, source).take(zeros(3, 4).T, C) == 1
    else:
        with pytest.raises(subprocess.CalledProcessError):
            readme.compile_module(tmp_path, name, source)
        assert "include cucore_copy.h before the implementation of cucore_python.h" in capfd.readouterr().err


@pytest.mark.parametrize("make", [lambda: np.arange(6.0).reshape(2, 3).T, lambda: np.zeros((0, 3)).T, lambda: [[1.0, 2.0], [3.0, 4.0]]],
                         ids=["strided", "empty", "list"])
def test_the_owner_of_fresh_memory_holds_that_alone(make):
    a = make()
    with unchanged_refcounts(a):
        view = c.view(a, flags=C | c.FROM_ANYTHING)
        owner = view.detach()
        assert view.tobytes() == np.ascontiguousarray(a).tobytes()
        owner.release()
        assert owner.empty


def test_what_is_to_be_copied_back_has_no_owner():
    a = np.arange(6.0).reshape(2, 3).T
    with unchanged_refcounts(a):
        view = c.view(a, flags=C | c.WRITE)
        with pytest.raises(ValueError, match="a copy that cucore_py_args_release or cucore_py_return is to copy back"):
            view.detach()
        with pytest.raises(ValueError, match="to copy back"):
            view.move_to_buffer(0)
