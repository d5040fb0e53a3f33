"""cucore_py_copy: what its options say about how both sides are taken in."""
import sys

import pytest

import cucore_test as cu
from doubles import Holder, unchanged_refcounts
from flags import FREE
from producers import IS_COPIED, READ_ONLY, Producer, StreamOnly, Tabled

np = pytest.importorskip("numpy")
FLOAT = (2, 32, 1)


class Grad(Tabled):
    """As a torch tensor that requires grad: its __dlpack__ refuses."""
    requires_grad = True

    def is_conj(self):
        return False

    is_neg = is_conj

    def __init__(self, array):
        super().__init__(**fields(array), errors={1: BufferError("Can't export tensors that require gradient")})


def fields(array):
    return dict(shape=array.shape, dtype=FLOAT, memory=array, data=array.ctypes.data)


def src_array():
    return np.arange(6, dtype="f4").reshape(2, 3) + 1



ROWS = [
    # name, how src and dst are made of their memory, flags of dst and src, what is raised without them
    ("grad-of-src", np.asarray, Grad, 0, cu.ALLOW_GRAD, "require gradient"),
    ("grad-of-dst", Grad, np.asarray, cu.ALLOW_GRAD, 0, "require gradient"),
    ("B90-unproven-dst", lambda a: StreamOnly(**fields(a)), np.asarray, cu.ALLOW_UNPROVEN_WRITE, 0, "dst: .*writable|dst: .*read-only"),
    ("both", Grad, Grad, cu.ALLOW_GRAD, cu.ALLOW_GRAD, "require gradient"),
]


@pytest.mark.parametrize("make_dst, make_src, dst_flags, src_flags, words", [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_flags_of_one_side(make_dst, make_src, dst_flags, src_flags, words):
    """Each flag is needed where it is given, and helps only there."""
    def copy(to_flags, from_flags):
        to, values = np.zeros((2, 3), "f4"), src_array()
        cu.copy(make_dst(to), make_src(values), 0, to_flags, from_flags)
        assert np.array_equal(to, src_array())

    copy(dst_flags, src_flags)
    for wrong in {(0, 0), (src_flags, dst_flags), (dst_flags, 0), (0, src_flags)} - {(dst_flags, src_flags)}:
        with pytest.raises((BufferError, ValueError), match=words):
            copy(*wrong)


@pytest.mark.parametrize("flag, expected", [(0, (1, 0, 0)), (cu.BY_DLPACK, (0, 0, 1)), (cu.BY_EXCHANGE, (1, 0, 0)), (cu.BORROW, (0, 1, 0))],
                         ids=["any", "dlpack", "exchange", "lent"])
def test_ways_are_chosen_for_each_side(flag, expected):
    to, values = np.zeros((2, 3), "f4"), src_array()
    dst, src = Tabled(**fields(to)), Tabled(**fields(values))
    cu.copy(dst, src, 0, 0, flag)
    assert (dst.asked, src.asked) == ((1, 0, 0), expected) and np.array_equal(to, values)
    dst, src = Tabled(**fields(to)), Tabled(**fields(values))
    cu.copy(dst, src, 0, flag, 0)
    assert (dst.asked, src.asked) == ((1, 0, 0) if flag == cu.BORROW else expected, (1, 0, 0))  # what is written is not lent


def test_other_protocols_are_refused_where_one_is_asked_for():
    with pytest.raises(TypeError, match="src: .*__cuda_array_interface__"):
        cu.copy(np.zeros(3, "f4"), np.zeros(3, "f4"), 0, 0, cu.BY_CAI)
    with pytest.raises(TypeError, match="dst: .*__cuda_array_interface__"):
        cu.copy(np.zeros(3, "f4"), np.zeros(3, "f4"), 0, cu.BY_CAI, 0)


NO_PLACE = ("OPTIONAL", "SAME_DEVICE", "ON_DEVICE_ID", "MAKE_C_CONTIGUOUS", "CAST", "ALLOW_OTHER_DEVICES", "NO_OVERLAP")


@pytest.mark.parametrize("flag, quoted, side", [
    (getattr(cu, name), f"CUCORE_{name}", side) for name in NO_PLACE for side in ("dst", "src")]
    + [(cu.FROM_ANYTHING, "CUCORE_FROM_ANYTHING", "dst"), (1 << 63, "0x8000000000000000", "dst"), (FREE[0], f"{FREE[0]:#x}", "src"),
       (FREE[0] | cu.CAST | cu.OPTIONAL | cu.WRITE, f"CUCORE_OPTIONAL, CUCORE_CAST, {FREE[0]:#x}", "src")])
def test_flags_that_have_no_place_here(flag, quoted, side):
    dst, src = Producer(shape=(3,)), Producer(shape=(3,))
    with pytest.raises(ValueError, match=f"options->{side}_flags: the flags {quoted} mean nothing in a copy"):
        cu.copy(dst, src, 0, *((flag, 0) if side == "dst" else (0, flag)))
    assert not dst.calls and not src.calls


def test_other_requirements():
    a = np.zeros((2, 3), "f4")
    with pytest.raises(ValueError, match="src: expected .*C-order"):
        cu.copy(a, np.asfortranarray(src_array()), 0, 0, cu.C_CONTIGUOUS)
    cu.copy(a, np.asfortranarray(src_array()), 0, cu.C_CONTIGUOUS, 0)
    assert np.array_equal(a, src_array())
    copied = Producer(versioned=True, flags=IS_COPIED, **fields(src_array()))
    with pytest.raises(BufferError, match="copy"):
        cu.copy(a, copied, 0, 0, cu.NEVER_COPY)
    with pytest.raises(ValueError, match="read-only"):  # no flag makes what is read-only writable
        cu.copy(Producer(versioned=True, flags=READ_ONLY, **fields(a)), src_array(), 0, cu.ALLOW_UNPROVEN_WRITE, 0)


def test_elements_that_no_dtype_is():
    dates = np.array(["2020-01-01", "2021-02-03"], "M8[D]")
    to = np.zeros(2, "M8[D]")
    with pytest.raises(TypeError, match="dst: expected an array of numbers, got datetime64"):
        cu.copy(to, dates)
    cu.copy(to, dates, 0, cu.ALLOW_OPAQUE, cu.ALLOW_OPAQUE)
    assert np.array_equal(to, dates)


def test_a_list_and_other_dtypes():
    to = np.zeros((2, 2), "f4")
    with pytest.raises(TypeError, match="src: expected an array .*'list'"):
        cu.copy(to, [[1, 2], [3, 4]])
    with pytest.raises(TypeError, match="dst is float32, src is int64"):
        cu.copy(to, [[1, 2], [3, 4]], 0, 0, cu.FROM_ANYTHING)
    cu.copy(to, [[1, 2], [3, 4]], 0, 0, cu.FROM_ANYTHING, 1)  # CUCORE_COPY_CAST
    assert np.array_equal(to, [[1, 2], [3, 4]])


THERE = ">" if sys.byteorder == "little" else "<"


@pytest.mark.parametrize("dst, src", [(THERE + "f4", "f4"), ("f4", THERE + "f4"), ("i4", THERE + "f8"), (THERE + "c16", THERE + "i2"),
                                      (THERE + "u8", "bool"), (THERE + "f2", THERE + "f2")])
@pytest.mark.parametrize("through", ["array", "interface"])
def test_foreign_byte_order(dst, src, through):
    """CUCORE_COPY_CAST swaps bytes; without it both sides are refused."""
    source = (np.arange(8) % 5).astype(src)[::2]
    out = np.zeros(4, dst)
    x = source if through == "array" else Holder(__array_interface__=source.__array_interface__)
    with unchanged_refcounts(out, x):
        cu.copy(out, x, 0, 0, 0, 1)
        np.testing.assert_array_equal(out, source.astype(dst))
        with pytest.raises(TypeError, match="in foreign byte order"):
            cu.copy(out, x, 0, 0, 0, 0)
        with pytest.raises(TypeError, match="expected an array of numbers, got datetime64"):
            cu.copy(out, np.zeros(4, "M8[s]"), 0, 0, 0, 1)
