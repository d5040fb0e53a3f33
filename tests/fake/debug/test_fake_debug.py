"""CUCORE_DEBUG in the Python half: a view whose access was begun on a stream and not ended is not released."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python"))

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
