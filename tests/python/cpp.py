"""Builds tests/cpp/test_hpp.cpp, in one file or beside the implementation in C."""
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
WAYS = {  # compiler, options: each once
    "g++, C++11": ("g++", ["-std=c++11"]),
    "g++, C++17, static": ("g++", ["-std=c++17", "-DCUCORE_STATIC"]),
    "g++, C++23": ("g++", ["-std=c++23"]),
    "clang++, C++11, no exceptions": ("clang++", ["-std=c++11", "-fno-exceptions"]),
    "clang++, C++20": ("clang++", ["-std=c++20"]),
}


def build(folder, way):
    """The program that was made."""
    compiler, options = WAYS[way]
    if not shutil.which(compiler) or not os.environ.get("CUDA_INCLUDE"):
        pytest.skip(f"no {compiler}, or make test did not say where cuda.h is")
    flags = [*options, *WARNINGS, f"-I{ROOT}", "-isystem", os.environ["CUDA_INCLUDE"], "-o", str(folder / "test_hpp")]
    files = [str(ROOT / "tests" / "cpp" / "test_hpp.cpp")]
    if "-DCUCORE_STATIC" not in options:
        (folder / "cucore.c").write_text('#define CUCORE_IMPLEMENTATION\n#include "cucore.h"\n')
        subprocess.run(["cc", "-c", f"-I{ROOT}", "-isystem", os.environ["CUDA_INCLUDE"], str(folder / "cucore.c"), "-o",
                        str(folder / "cucore.o")], check=True, timeout=300)
        files.append(str(folder / "cucore.o"))
    done = subprocess.run([compiler, *flags, *files, "-ldl", "-lpthread"], capture_output=True, text=True, timeout=300)
    if "unrecognized" in done.stderr or "invalid value" in done.stderr:
        pytest.skip(f"{compiler} does not know {options[0]}")
    assert done.returncode == 0, done.stderr
    return folder / "test_hpp"


def run(program, *arguments):
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0 and done.stdout == "all as it has to be\n", done.stdout + done.stderr
