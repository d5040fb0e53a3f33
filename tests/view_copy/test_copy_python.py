"""cucore_py_copy through the example's module: objects in, exceptions out."""
import numpy as np
import pytest

copy_from_c = pytest.importorskip("copy_from_c")
copy = copy_from_c.copy


def test_numpy():
    a, b = np.zeros((6, 4), np.float32), np.arange(24, dtype=np.float32).reshape(4, 6)
    assert copy(a, b.T) is None
    assert (a == b.T).all()
    copy(a[:, ::-1], b.T)
    assert (a[:, ::-1] == b.T).all()


@pytest.mark.parametrize("dst, src, error, words", [
    (np.zeros((2, 3)), np.zeros((3, 2)), ValueError, "src of shape (3, 2) does not stretch to dst of shape (2, 3)"),
    (np.zeros(3), np.zeros(3, np.float32), TypeError, "dst is float64, src is float32: a copy does not convert"),
    (np.zeros(3), "text", TypeError, "src"),
    (None, np.zeros(3), TypeError, "dst"),
    (b"bytes", np.zeros(5, np.uint8), ValueError, "read-only"),
    (np.broadcast_to(np.zeros(1), 3), np.zeros(3), ValueError, "read-only"),
    (np.lib.stride_tricks.as_strided(np.zeros(1), (3,), (0,)), np.zeros(3), ValueError, "elements of dst overlap"),
])
def test_errors(dst, src, error, words):
    with pytest.raises(error, match=words.replace("(", r"\(").replace(")", r"\)")):
        copy(dst, src)


def test_an_exception_of_a_producer_passes_through():
    class Broken:
        def __dlpack_device__(self):
            raise KeyError("mine")

        def __dlpack__(self, **options):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        copy(np.zeros(3), Broken())


def test_references_are_given_back():
    import sys
    a, b = np.zeros(10), np.ones(10)
    before = sys.getrefcount(a), sys.getrefcount(b)
    for _ in range(100):
        copy(a, b)
        with pytest.raises(ValueError):
            copy(a, b[:9])
    assert (sys.getrefcount(a), sys.getrefcount(b)) == before
    a.resize(20, refcheck=True)  # no buffer is held


def test_structured_and_opaque():
    fields = np.dtype([("a", np.int16), ("b", np.float32)])
    a, b = np.zeros(4, fields), np.ones(4, fields)
    copy(a, b)
    assert (a == b).all()
    copy(a.view("V6"), np.zeros(4, fields))
    assert not a["a"].any()
    with pytest.raises(TypeError, match="with other fields"):
        copy(a, np.zeros(4, np.dtype([("b", np.float32), ("a", np.int16)])))


def test_other_libraries():
    torch = pytest.importorskip("torch")
    a, b = torch.zeros(3, 4), np.arange(12, dtype=np.float32).reshape(4, 3)
    copy(a, b.T)
    assert (a.numpy() == b.T).all()
    copy(b, a.t() + 1)
    assert (a.numpy().T + 1 == b).all()


def test_no_device_is_needed_nor_a_stream():
    for stream in (None, 1, 2):
        a = np.zeros(3)
        copy(a, np.ones(3), stream=stream, blocking=True)
        assert a.all()


def test_plan():
    assert copy_from_c.plan(np.zeros((3, 2)), np.zeros((2, 3)).T) == "host, host to host, 48 bytes"
