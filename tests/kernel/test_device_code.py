"""The device half of cucore_kernel.h compiles: by nvcc, which warns of nothing, and by NVRTC, which has no other header."""
import ctypes
import ctypes.util
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tests" / "kernel" / "device.cu"
KERNELS = sorted(re.findall(r'^(?:extern "C" __global__ void |SUM\w*\()(\w+)[(,]', SOURCE.read_text(), re.MULTILINE))
OLDEST, CHECKED = ["-std=c++11"], ["-std=c++20", "-DCUCORE_CHECK_BOUNDS"]  # nvcc and NVRTC are the same compiler: a row each
ALL = [OLDEST, ["-std=c++17"], ["-std=c++20"], CHECKED, ["-std=c++17", "-DCUCORE_CHECK_BOUNDS"]] if os.environ.get("CUCORE_TEST_EVERY") else []


def entries(ptx):
    return sorted(re.findall(r"\.entry (\w+)\(", ptx))


@pytest.mark.parametrize("options", ALL or [OLDEST], ids=" ".join)
def test_nvcc(tmp_path, options):
    if not shutil.which("nvcc"):
        pytest.skip("nvcc is not installed")
    done = subprocess.run(["nvcc", "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra,-Wconversion,-Wshadow", *options,
                           f"-I{ROOT}", "-ptx", "-arch=sm_80", str(SOURCE), "-o", str(tmp_path / "device.ptx")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ptx = (tmp_path / "device.ptx").read_text()
    assert entries(ptx) == KERNELS
    assert "-DCUCORE_CHECK_BOUNDS" in options or ".local" not in ptx, "something of a kernel's parameters is copied to local memory"


def nvrtc():
    folders = [*os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep), "/usr/local/cuda/lib64", ""]
    for name in [os.path.join(folder, f"libnvrtc.so.{major}") for major in (13, 12) for folder in folders]:
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    pytest.skip("NVRTC is not installed")


@pytest.mark.parametrize("options", ALL or [CHECKED], ids=" ".join)
def test_nvrtc(options):
    lib, program = nvrtc(), ctypes.c_void_p()
    header = (ROOT / "cucore_kernel.h").read_bytes()
    assert lib.nvrtcCreateProgram(ctypes.byref(program), SOURCE.read_bytes(), b"device.cu", 1, (ctypes.c_char_p * 1)(header),
                                  (ctypes.c_char_p * 1)(b"cucore_kernel.h")) == 0
    flags = [b"--gpu-architecture=compute_80", b"--extra-device-vectorization", *map(str.encode, options)]
    status = lib.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*flags))
    size = ctypes.c_size_t()
    lib.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    lib.nvrtcGetProgramLog(program, log)
    assert status == 0 and not log.value, log.value.decode()
    lib.nvrtcGetPTXSize(program, ctypes.byref(size))
    ptx = ctypes.create_string_buffer(size.value)
    lib.nvrtcGetPTX(program, ptx)
    lib.nvrtcDestroyProgram(ctypes.byref(program))
    assert entries(ptx.value.decode()) == KERNELS
