"""CUCORE_DEBUG in the Python half: a view whose access was begun on a stream and not ended is not released, nor is one that is still
to be copied back."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python"))

np = pytest.importorskip("numpy")

import cucore_test
from producers import CUDA, Producer

NO_SYNC, HOST = (1 << 64) - 1, (1 << 64) - 2


class Interface:
    def __init__(self, ptr, stream):
        self.__cuda_array_interface__ = {"shape": (4,), "typestr": "<f4", "data": (ptr, False), "version": 3, "stream": stream}


def make(fake, kind, stream):
    ptr = fake.alloc(fake.DEVICE, 0, 4096)
    if kind == "cai":
        return Interface(ptr, stream)
    made = Producer((CUDA, 0), data=ptr)
    made.fields["device"] = (CUDA, 0)
    return made


@pytest.mark.parametrize("kind", ["cai", "dlpack"])
@pytest.mark.parametrize("stream, open_", [(1, True), (2, True), (NO_SYNC, False), (HOST, False)], ids=["legacy", "per-thread", "no-sync", "host"])
def test_an_end_that_is_forgotten(fake, capfd, kind, stream, open_):
    obj = make(fake, kind, 1)
    before = sys.getrefcount(obj)
    view = cucore_test.view(obj, stream=stream)
    view.release()
    said = capfd.readouterr().err
    assert ("cucore_views_end_access" in said) == open_
    if open_:
        assert "cucore_views_end_access" in cucore_test.last_error()[3]
        view.finish(stream)
        view.release()
        assert not capfd.readouterr().err
    assert sys.getrefcount(obj) == before


def test_memory_of_the_host_has_no_open_access(fake, capfd):
    cucore_test.view(bytearray(8), stream=1).release()
    assert not capfd.readouterr().err


def test_what_ends_access_itself(fake, capfd):
    """Arguments that are released with their access, and those that are refused."""
    obj = make(fake, "cai", 1)
    assert cucore_test.released(obj, None) is None
    with pytest.raises(KeyError):
        cucore_test.released(obj, KeyError("mine"))
    with pytest.raises(TypeError):
        cucore_test.view(make(fake, "cai", 1), stream=1, dtypes="float64")
    assert not capfd.readouterr().err


def test_a_copy_whose_source_is_refused_gives_its_destination_back(fake, capfd):
    dst = make(fake, "cai", 1)
    before = sys.getrefcount(dst)
    with pytest.raises(TypeError):
        cucore_test.copy(dst, object(), 1)
    assert sys.getrefcount(dst) == before and not capfd.readouterr().err


@pytest.mark.parametrize("way", ["detach", "move_to_buffer"])
def test_what_a_begun_access_is_not_taken_from(fake, capfd, way):
    """Who has only the memory left cannot end the access."""
    obj = make(fake, "cai", 1)
    before = sys.getrefcount(obj)
    view = cucore_test.view(obj, stream=1)
    arguments = () if way == "detach" else (0,)
    with pytest.raises(ValueError if way == "detach" else AssertionError):
        getattr(view, way)(*arguments)
    assert "cucore_view_detach: an access to the view at" in capfd.readouterr().err
    view.finish(1)
    made = getattr(view, way)(*arguments)
    view.release()
    del made
    assert not capfd.readouterr().err and sys.getrefcount(obj) == before


def strided(dtype="f8"):
    return np.zeros((4, 4), dtype)[::2, ::2]


WRITE, MAKE = cucore_test.WRITE, cucore_test.MAKE_C_CONTIGUOUS
FITTING = {  # array, more, is it copied back?
    "fits": (lambda: np.zeros((2, 2)), dict(flags=WRITE | MAKE), False),
    "only read": (strided, dict(flags=MAKE), False),
    "strides": (strided, dict(flags=WRITE | MAKE), True),
    "dtype": (lambda: np.zeros((2, 2), "f4"), dict(flags=WRITE | cucore_test.CAST, dtypes="float64"), True),
    "no element": (lambda: np.zeros((0, 4), "f4"), dict(flags=WRITE | cucore_test.CAST, dtypes="float64"), True),
}


@pytest.mark.parametrize("way", ["view_release", "views_end_access", "detach"])
@pytest.mark.parametrize("name", FITTING)
def test_what_was_written_is_not_dropped(capfd, name, way):
    """A view that is to be copied back is released by cucore_py_args_release only."""
    make_array, more, written = FITTING[name]
    array = make_array()
    before = sys.getrefcount(array)
    view = cucore_test.view(array, **more)
    if way == "detach" and written:
        with pytest.raises(ValueError, match="would be lost"):
            view.detach()
    elif way == "views_end_access":
        view.finish(HOST)
    view.release()
    lines = capfd.readouterr().err.splitlines()
    assert all("would be lost: call cucore_py_args_release" in line for line in lines) and bool(lines) == written
    if written:
        assert "cucore_view_release: the view at" in cucore_test.last_error()[3]
        cucore_test.end(view, 0)
    view.release()
    assert not capfd.readouterr().err and sys.getrefcount(array) == before


@pytest.mark.parametrize("how", ["release", "error", "return"])
def test_what_was_written_and_copied_back(capfd, how):
    array, new = strided(), np.arange(1, 5, dtype="f8").tobytes()
    specs = [("x", "float64", "2, 2", WRITE | MAKE | cucore_test.HOST_ACCESSIBLE)]
    if how == "error":
        with pytest.raises(KeyError):
            cucore_test.work([array], specs, 0, [new], how)
    else:
        cucore_test.work([array], specs, 0, [new], how)
    assert array.ravel().tolist() == ([0] * 4 if how == "error" else [1, 2, 3, 4])
    assert not capfd.readouterr().err


def test_arguments_that_are_refused_are_not_copied_back(capfd):
    """The first one is converted already when the second is refused."""
    array = strided()
    before = sys.getrefcount(array)
    with pytest.raises(TypeError):
        cucore_test.work([array, 3], [("x", None, None, WRITE | MAKE), ("y", None, None, 0)])
    assert sys.getrefcount(array) == before and not capfd.readouterr().err
