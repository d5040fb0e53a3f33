import ctypes
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import copying

library = ctypes.CDLL("libcuda.so.1")


class Fake:
    """The controls of fake_cuda.h; what returns a handle or an address does so as an int."""

    DEVICE, PINNED, MANAGED, POOL = range(4)
    _wide = ("alloc", "alloc_in", "context_primary", "context_create", "context_current", "stream_create")

    def __getattr__(self, name):
        function = getattr(library, "fake_" + name)
        function.restype = (ctypes.c_void_p if name in self._wide else ctypes.c_char_p if name == "log"
                            else ctypes.c_size_t if name == "live_bytes" else ctypes.c_int)

        def call(*args):
            result = function(*[ctypes.c_void_p(a) if isinstance(a, int) and a > 0xFFFF else a for a in args])
            return result or 0 if name in self._wide else result

        return call

    @property
    def names(self):
        return [line.split()[0] for line in self.log().decode().splitlines()]


@pytest.fixture(scope="session")
def fake():
    assert copying.lib.cucore_driver_load() == 0
    return Fake()
