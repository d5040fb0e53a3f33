"""Builds the programs of tests/cpp/, in one file or beside the implementation in C."""
import functools
import os
import pathlib
import shutil
import subprocess

import pytest

import readme

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
WAYS = {  # compiler, options: each once
    "g++, C++11": ("g++", ["-std=c++11"]),
    "g++, C++17, static, no RTTI": ("g++", ["-std=c++17", "-DCUCORE_STATIC", "-fno-rtti"]),
    "g++, C++23": ("g++", ["-std=c++23"]),
    "clang++, C++11, no exceptions": ("clang++", ["-std=c++11", "-fno-exceptions", "-fno-rtti"]),
    "clang++, C++20": ("clang++", ["-std=c++20"]),
}
if not readme.EVERY:
    WAYS = {name: WAYS[name] for name in ("g++, C++17, static, no RTTI", "clang++, C++11, no exceptions")}


def flags(*names):
    """Where the headers are, those of `names`, too; skips the test if it is not known."""
    folders = [os.environ.get(f"{name}_INCLUDE") for name in ("CUDA", *names)]
    if not all(folders):
        pytest.skip("the folders of cuda.h, dlpack.h and Python.h are not known: run make test")
    return [f"-I{ROOT}", *(flag for folder in folders for flag in ("-isystem", folder))]


def build(folder, way, program="test_hpp", header="cucore.h"):
    """tests/cpp/<program>.cpp with the implementation of a header -> the program that was made."""
    compiler, options = WAYS[way]
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    target, files = folder / program, [str(ROOT / "tests" / "cpp" / f"{program}.cpp")]
    if "-DCUCORE_STATIC" not in options:
        (folder / "cucore.c").write_text(f'#define CUCORE_IMPLEMENTATION\n#include "{header}"\n')
        readme.made_once([readme.CC, "-c", *flags()], folder / "cucore.c", folder / "cucore.o")
        files.append(str(folder / "cucore.o"))
    done = subprocess.run([compiler, *options, *WARNINGS, *flags(), "-o", str(target), *files, "-ldl", "-lpthread"],
                          capture_output=True, text=True, timeout=300)
    if "unrecognized" in done.stderr or "invalid value" in done.stderr:
        pytest.skip(f"{compiler} does not know {options[0]}")
    assert done.returncode == 0, done.stderr
    return target


def refusal(text, standard="-std=c++11"):
    """What the compiler says of a file that it has to refuse; the file without its lines that begin with WRONG is correct."""
    right = compiled("\n".join(line for line in text.splitlines() if not line.startswith("WRONG ")), standard)
    assert right.returncode == 0, right.stderr
    wrong = compiled(text.replace("WRONG ", ""), standard)
    assert wrong.returncode, "this compiles:\n" + text
    return wrong.stderr


@functools.lru_cache(None)
def compiled(text, standard):
    command = [readme.CXX, standard, "-x", "c++", "-fsyntax-only", *WARNINGS, "-Wno-unused-function", *flags("DLPACK", "PYTHON"), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)


def run(program, *arguments):
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0 and done.stdout == "all as it has to be\n", done.stdout + done.stderr
