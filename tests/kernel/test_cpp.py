"""cucore::accessor on the host, as C++11 to C++20, and with the mdspan of the CUDA Toolkit."""
import os
import pathlib
import shutil
import subprocess

import pytest

import kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]
EVERY = bool(os.environ.get("CUCORE_TEST_EVERY"))  # make test EVERY=1


@pytest.mark.parametrize("standard, mdspan", [("c++11", False), ("c++17", True), *([("c++20", False)] if EVERY else [])])
def test_accessors(tmp_path, standard, mdspan):
    compiler = os.environ.get("CXX", "c++") if mdspan else kernels.QUICK_CXX  # clang warns in the mdspan of the Toolkit
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    options = []
    if mdspan:
        folder = pathlib.Path(os.environ.get("CUDA_INCLUDE", "/none"))
        found = [path for path in (folder / "cccl", folder) if (path / "cuda" / "std" / "mdspan").exists()]
        if not found:
            pytest.skip("cuda/std/mdspan is not installed: CUDA_INCLUDE")
        options = ["-DWITH_MDSPAN", "-isystem", str(found[0]), "-isystem", str(folder)]
    subprocess.run([compiler, f"-std={standard}", "-O0", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-fsanitize=undefined",
                    "-fno-sanitize-recover=all", f"-I{ROOT}", *options, str(ROOT / "tests" / "kernel" / "accessors.cpp"), "-o", str(tmp_path / "a"),
                    "-ldl", "-lpthread"], check=True)
    done = subprocess.run([str(tmp_path / "a")], capture_output=True, text=True)
    assert done.returncode == 0 and f"{5 if mdspan else 4} passed, 0 failed" in done.stdout, done.stdout + done.stderr
