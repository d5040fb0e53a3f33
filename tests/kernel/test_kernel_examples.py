"""The examples of cucore_kernel.h, built as C++ for the CPU; tests/gpu has them by nvcc."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(folder, name, suffix="cu"):
    """Builds examples/NAME/NAME.cu as C++, or .c, and runs its demo -> what it says"""
    compiler = kernels.QUICK_CXX if suffix == "cu" else kernels.QUICK_CC
    if not shutil.which(compiler) or not os.environ.get("DLPACK_INCLUDE") or not os.environ.get("PYTHON_INCLUDE"):
        pytest.skip("no C++ compiler, or the folders of dlpack.h and Python.h are not known: run make test")
    source = ROOT / "examples" / name / f"{name}.{suffix}"
    subprocess.run([compiler, *(["-x", "c++", "-std=c++11"] if suffix == "cu" else ["-std=c99"]), "-O0", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-shared", "-fPIC", f"-I{ROOT}", "-isystem", os.environ["DLPACK_INCLUDE"],
                    "-isystem", os.environ["PYTHON_INCLUDE"], str(source), "-o", str(folder / f"{name}.so"), "-lpthread"], check=True)
    done = subprocess.run([sys.executable, str(source.with_name("demo.py"))], capture_output=True, text=True,
                          env={**os.environ, "CUDA_VISIBLE_DEVICES": "", "PICTURES": str(folder), "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_fused_op(tmp_path):
    text = run(tmp_path, "fused_op")
    assert text.endswith("every result is right\n") and text.count(" right\n") > 7
    assert "refused: y: expected dtype float32 as in x, got float64\n" in text
    assert "refused: out: expected the shape (3, 4) of all arguments together, got (4,)\n" in text


def test_layer_norm(tmp_path):
    text = run(tmp_path, "layer_norm")
    assert text.endswith("every result is right\n") and text.count(" right\n") >= 9
    assert "refused: bias: expected shape (n) with n = 8 as in x, got (7,)\n" in text


def test_stencil(tmp_path):
    text = run(tmp_path, "stencil", "c")
    assert text.endswith("every result is right\n") and text.count(" right\n") >= 5
    assert (tmp_path / "stencil.png").read_bytes().startswith(b"\x89PNG\r\n")
