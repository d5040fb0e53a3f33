"""A module under the limited API takes the same objects: the fallbacks of cucore_python.h are code that runs."""
import subprocess
import sys
import sysconfig

import pytest

import readme
from producers import CUDA, Producer, StreamOnly, Tabled

np = pytest.importorskip("numpy")
pytestmark = [
    pytest.mark.skipif(sys.version_info < (3, 11), reason="Py_buffer is in the limited API from 3.11 on"),
    pytest.mark.skipif(bool(sysconfig.get_config_var("Py_GIL_DISABLED")) and sys.version_info < (3, 15),
                       reason="Python.h has no limited API without the GIL before 3.15"),
]


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    source = (readme.ROOT / "tests" / "python" / "limited.c").read_text()
    return readme.compile_module(tmp_path_factory.mktemp("limited"), "limited", source)


class Interface:
    __cuda_array_interface__ = {"shape": (2, 3), "typestr": "<f4", "data": (4096, False), "version": 3, "stream": 1}


@pytest.mark.parametrize("make, words", [
    (lambda: np.zeros((2, 3))[::-1], "float64 (2, 3) strides (-3, 1) on cpu, writable, buffer"),
    (lambda: bytearray(3), "uint8 (3,) strides (1,) on cpu, writable, buffer"),
    (lambda: Producer(), "float32 (2, 3) strides (3, 1) on cpu, writable, dlpack-versioned"),
    (lambda: StreamOnly(), "float32 (2, 3) strides (3, 1) on cpu, read-only, dlpack,"),
    (lambda: Tabled(), "float32 (2, 3) strides (3, 1) on cpu, writable, dlpack-versioned"),
    (lambda: Producer((CUDA, 0)), "float32 (2, 3) strides (3, 1) on cuda:0, writable, dlpack-versioned"),
    (lambda: np.zeros(3).__dlpack__(), "float64 (3,) strides (1,) on cpu, read-only, dlpack,"),
    (lambda: Interface(), "float32 (2, 3) strides (3, 1) on cuda:?, writable, cai, 0x1000"),
], ids=["numpy", "bytearray", "dlpack-versioned", "dlpack-retry", "table", "dlpack-cuda", "capsule", "cai"])
def test_takes_arrays(limited, make, words):
    obj = make()
    before = sys.getrefcount(obj)
    for _ in range(3 if type(obj).__name__ != "PyCapsule" else 1):
        assert words in limited.line(obj)
    assert sys.getrefcount(obj) == before
    for tensor in getattr(obj, "tensors", ()):
        assert len(tensor.deleted) == 1


def test_refuses(limited):
    with pytest.raises(TypeError, match="expected an array"):
        limited.line("text")
    error = ValueError("mine")
    with pytest.raises(ValueError) as caught:
        limited.line(Producer(errors={1: error}))
    assert caught.value is error


def test_launches(limited):
    """Numbers are read, and the launch itself fails: no driver, or no image."""
    for objs in ((1.5, 2j, 3, None), (np.float32(1), np.complex64(1), np.int64(-128), None), (True, 1, np.bool_(True), None)):
        with pytest.raises(RuntimeError):
            limited.launch(*objs)
    for objs, error, words in (((1j, 0, 0, None), TypeError, "a: expected a real number, got 'complex'"),
                               (("1", 0, 0, None), TypeError, "a: expected a real number, got 'str'"),
                               ((1, None, 0, None), TypeError, "b: expected a number, got 'NoneType'"),
                               ((1, 1e300j, 0, None), ValueError, "b: the value must fit complex64, not "),
                               ((1, 1, 128, None), ValueError, "c: the value must fit int8, not 128"),
                               ((1, 1, 1.0, None), TypeError, "c: expected an integer, got 'float'"),
                               ((1, 1, 1, np.zeros(3)), ValueError, "x: expected an array that CUDA can read, got one on cpu")):
        with pytest.raises(error) as caught:
            limited.launch(*objs)
        assert words in str(caught.value)


def test_gives_arrays_back(limited):
    a = np.zeros((2, 3), "u1")
    assert type(limited.ones_like(a, a)) is np.ndarray and limited.ones_like(a, a).tolist() == [[1] * 3] * 2
    x = limited.ones_like(a, None)
    before = sys.getrefcount(x)
    assert type(x).__name__ == "Array" and x.__dlpack_device__() == (1, 0)
    for take in (np.from_dlpack, np.asarray, memoryview, lambda x: np.from_dlpack(x, copy=True)):
        assert np.asarray(take(x)).sum() == 6
    for keywords, error in (({"stream": 1}, ValueError), ({"foo": 1}, TypeError), ({"dl_device": (2, 0)}, BufferError)):
        with pytest.raises(error):
            x.__dlpack__(**keywords)
    x.__dlpack__(max_version=(1, 0))
    assert sys.getrefcount(x) == before


def test_an_api_newer_than_python_is_one_error(tmp_path):
    """Python.h declares what the functions of a newer limited API need only from that version on."""
    source = tmp_path / "newer.c"
    source.write_text(f"#define Py_LIMITED_API 0x03{sys.version_info[1] + 1:02X}0000\n#define CUCORE_IMPLEMENTATION\n"
                      '#include "cucore_python.h"\n')
    done = subprocess.run(["cc", "-fsyntax-only", *readme.includes(), str(source)], capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if " error: " in line]
    assert done.returncode and len(errors) == 1 and "Py_LIMITED_API is newer than this Python.h" in errors[0], done.stderr
