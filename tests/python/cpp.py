"""Builds the programs of tests/cpp/, in one file or beside the implementation in C."""
import functools
import os
import pathlib
import re
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
if not readme.EVERY:  # the header matrix has the classes by g++
    WAYS = {"C++17, static, no RTTI": (readme.CXX, WAYS["g++, C++17, static, no RTTI"][1]),
            "C++11, no exceptions": (readme.CXX, WAYS["clang++, C++11, no exceptions"][1])}


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


class Refusals(dict):
    """What the compiler says of each line: refusals[a part of the line]."""

    def __missing__(self, part):
        line, = [line for line in self if part in line]
        return self[line]


@functools.lru_cache(None)
def refusal(text, standard="-std=c++11"):
    """What the compiler says of each line that it has to refuse, those that begin with WRONG; without them the file is correct."""
    right = compiled("\n".join(line for line in text.splitlines() if not line.startswith("WRONG ")), standard)
    assert right.returncode == 0, right.stderr
    wrong, said = compiled(text.replace("WRONG ", ""), standard), Refusals()
    # An error ends with the line that asked for what is wrong; the compiler's own words may come before it, in a header.
    errors = re.split(r"^(?=\S+: (?:error|In ))", wrong.stderr, flags=re.M)
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("WRONG "):
            said[line] = "".join(error for error in errors if f"<stdin>:{number}:" in error)
            assert said[line], "this compiles:\n" + line
    return said


@functools.lru_cache(None)
def compiled(text, standard):
    command = [readme.CXX, standard, "-x", "c++", "-fsyntax-only", *WARNINGS, "-Wno-unused-function", *flags("DLPACK", "PYTHON"), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)


def run(program, *arguments):
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0 and done.stdout == "all as it has to be\n", done.stdout + done.stderr
