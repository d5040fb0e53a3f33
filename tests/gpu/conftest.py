"""The tests here need a GPU; without one they are skipped, and say so."""
import ctypes
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "python"))


def find_gpu():
    """Why there is no GPU, or None."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        return f"no CUDA driver: {error}"
    if hasattr(library, "fake_reset"):
        return "the driver is the fake one"
    count = ctypes.c_int()
    result = library.cuInit(0) or library.cuDeviceGetCount(ctypes.byref(count))
    return f"the CUDA driver finds no device (error {result})" if result or not count.value else None


REASON = find_gpu()


def pytest_collection_modifyitems(items):
    if REASON:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=REASON))


@pytest.fixture
def torch():
    module = pytest.importorskip("torch")
    if not module.cuda.is_available():
        pytest.skip("torch finds no GPU")
    return module


@pytest.fixture
def cupy():
    return pytest.importorskip("cupy")


@pytest.fixture
def jax():
    module = pytest.importorskip("jax")
    try:
        module.devices("gpu")
    except RuntimeError as error:
        pytest.skip(f"jax finds no GPU: {error}")
    return module


@pytest.fixture
def numba_cuda():
    module = pytest.importorskip("numba.cuda")
    if not module.is_available():
        pytest.skip("numba finds no GPU")
    return module
