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


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: measures time or memory of the device, of which other processes would take a part")


def pytest_collection_modifyitems(items):
    if REASON:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=REASON))


@pytest.fixture(autouse=True)
def first_device():
    """A test that makes another device or stream current leaves it to no other test, whatever their order."""
    yield
    cupy = None if REASON else sys.modules.get("cupy")
    for device in range(cupy.cuda.runtime.getDeviceCount() if cupy else 0):
        with cupy.cuda.Device(device):
            cupy.cuda.Stream.null.use()
    driver, context = None if REASON else ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
    if driver and not driver.cuCtxGetCurrent(ctypes.byref(context)) and context:
        assert driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
        assert driver.cuCtxSetCurrent(context) == 0
        assert driver.cuDevicePrimaryCtxRelease_v2(0) == 0


def memory_in_use():
    """Bytes of the default pool of device 0 that this process uses; those of other processes do not count."""
    driver, pool, used = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p(), ctypes.c_uint64()
    assert driver.cuDeviceGetDefaultMemPool(ctypes.byref(pool), 0) == 0
    assert driver.cuMemPoolGetAttribute(pool, 7, ctypes.byref(used)) == 0  # CU_MEMPOOL_ATTR_USED_MEM_CURRENT
    return used.value


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
