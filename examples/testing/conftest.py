"""The fake driver of cucore for tests of an extension: LD_LIBRARY_PATH has its folder, where the extension finds libcuda.so.1."""
import ctypes

import pytest

try:
    library = ctypes.CDLL("libcuda.so.1")
except OSError:
    library = None
POINTERS = ("fake_alloc", "fake_context_primary", "fake_stream_create")
DEVICE = 0  # FAKE_DEVICE of fake_cuda.h


# BEGIN fake
@pytest.fixture
def fake():
    """fake.alloc(...), fake.stream_create(...): the functions of fake_cuda.h."""
    if not hasattr(library, "fake_reset"):
        pytest.skip("libcuda.so.1 is not the fake driver: set LD_LIBRARY_PATH")

    class Fake:
        def __getattr__(self, name):
            function = getattr(library, f"fake_{name}")
            function.restype = ctypes.c_void_p if f"fake_{name}" in POINTERS else ctypes.c_int
            return lambda *args: function(*[ctypes.c_void_p(arg) if arg is None or arg > 2**31 else arg for arg in args])

    library.fake_log_clear()
    yield Fake()
    assert library.fake_context_depth() == 0, "a context was left on the stack"
# END


class DeviceArray:
    """An array of a library with the CUDA Array Interface; its data are written on `stream`."""

    def __init__(self, ptr, shape, typestr, stream):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": typestr, "data": (ptr, False), "version": 3, "stream": stream}
