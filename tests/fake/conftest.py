"""The tests here run on the fake driver: its folder is on LD_LIBRARY_PATH, where cucore finds libcuda.so.1."""
import contextlib
import ctypes
import gc
import pathlib
import sys

import pytest

import cucore_test

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "python"))

try:
    library = ctypes.CDLL("libcuda.so.1")
    is_fake = hasattr(library, "fake_reset")
except OSError:
    library, is_fake = None, False

if not is_fake:
    collect_ignore_glob = ["test_*.py"]


class Fake:
    """The controls of fake_cuda.h, typed."""

    DEVICE, PINNED, MANAGED, POOL = range(4)
    IDLE = "cuMemFree"  # how cucore waits for all work of a context: by memory of no pool (rules 7.4)
    refused_events = 0  # whose destruction a test made fail
    _results = {"fake_log": ctypes.c_char_p, "fake_live_bytes": ctypes.c_size_t}
    _pointers = ("fake_alloc", "fake_alloc_in", "fake_context_primary", "fake_context_create", "fake_context_current",
                 "fake_stream_create")

    def __getattr__(self, name):
        function = getattr(library, "fake_" + name)
        function.restype = self._results.get("fake_" + name, ctypes.c_int)
        if "fake_" + name in self._pointers:
            function.restype = ctypes.c_void_p

        def call(*args):
            result = function(*[ctypes.c_void_p(a) if isinstance(a, int) and a > 0xFFFF else a for a in args])
            return result or 0 if function.restype is ctypes.c_void_p else result

        return call

    @contextlib.contextmanager
    def watched(self):
        """The log tells of each call whether it was made with the GIL."""
        state = getattr(ctypes.pythonapi, "PyThreadState_GetUnchecked", None) or ctypes.pythonapi._PyThreadState_UncheckedGet
        library.fake_watch(state)
        try:
            yield
        finally:
            library.fake_watch(None)

    def with_gil(self, name):
        """Of the calls of that name, whether the GIL was held."""
        return [line.endswith(" attached") for line in self.lines if line.split()[0] == name]

    @staticmethod
    def drop_context():
        library.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))

    @property
    def lines(self):
        return self.log().decode().splitlines()

    @property
    def names(self):
        """The calls that were made, without their arguments."""
        return [line.split()[0] for line in self.lines]


@pytest.fixture(scope="module", autouse=True)
def only_new_objects_are_collected():
    """As in tests/python/conftest.py."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def fake():
    controls = Fake()
    cucore_test.trim()
    cucore_test.forget_kernels()
    controls.reset()
    yield controls
    controls.fail(0, 0)
    cucore_test.trim()
    assert controls.context_depth() == 0, "a context was left on the stack"
    assert controls.live_events() == controls.refused_events, "an event was leaked"
    cucore_test.forget_kernels()
    controls.reset()
