"""The sizes that README.md and cucore.h report."""
import os
import platform
import re
import subprocess
import sys

import pytest

import readme

CC = os.environ.get("CC") or "cc"


def compiler():
    return subprocess.run([CC, "-dM", "-E", "-x", "c", os.devnull], capture_output=True, text=True).stdout


def module(folder, source, *flags):
    """The stripped bytes of a module with this source."""
    if "PYTHON_INCLUDE" not in os.environ or "DLPACK_INCLUDE" not in os.environ:
        pytest.skip("the folders of dlpack.h and Python.h are not known: run make test")
    (folder / "module.c").write_text(source)
    subprocess.run([CC, "-shared", "-fPIC", "-s", *flags, *readme.includes(), str(folder / "module.c"), "-o", str(folder / "module.so")],
                   check=True, capture_output=True)
    return (folder / "module.so").read_bytes()


def module_of_the_readme():
    source, = [block for block in readme.blocks("c") if "PyMODINIT_FUNC" in block]
    return source


def static(source):
    return source.replace("CUCORE_IMPLEMENTATION", "CUCORE_STATIC")


MODULES = {  # the module of the README: what is done to its source, flags, KB
    "as it stands": (str, ["-O2"], 320),
    "static": (static, ["-O2"], 167),
    "link-time optimization": (str, ["-O2", "-flto"], 167),
    "sections": (str, ["-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"], 175),
    "smallest": (static, ["-Os", "-flto"], 135),
}


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the sizes are those of gcc on x86-64")
@pytest.mark.parametrize("change, flags, size", MODULES.values(), ids=MODULES)
def test_modules_are_as_small_as_the_readme_says(tmp_path, change, flags, size):
    """To 4%, which other versions of gcc stay within; README.md has the figure."""
    if "__clang__" in compiler() or "__GNUC__" not in compiler():
        pytest.skip("the sizes are those of gcc")
    data = module(tmp_path, change(module_of_the_readme()), *flags)
    assert abs(len(data) / 1024 - size) < 0.04 * size, len(data) / 1024
    assert re.search(rf"\b{size}\b", (readme.ROOT / "README.md").read_text())


KEPT = {  # a word of what a module needs, and whether the module of the README does
    "the type cucore.Array": (b"The elements' type: a numpy.dtype", False),
    "its key": (b"cucore.Array %d.%d", True),
    "PTX": (b".target sm_", False),
}


def test_an_intake_keeps_what_it_needs(tmp_path):
    data = module(tmp_path, static(module_of_the_readme()), "-O2")
    assert {name: word in data for name, (word, _) in KEPT.items()} == {name: kept for name, (_, kept) in KEPT.items()}


@pytest.mark.parametrize("axes, which", [(8, 1), (64, 2)])
def test_a_view_is_as_large_as_the_header_says(tmp_path, axes, which):
    text = re.sub(r"\s*\n \*\s+", " ", (readme.ROOT / "cucore.h").read_text())
    size = re.search(r"with 8 a view takes ([\d,]+) bytes instead of ([\d,]+)\.", text)[which].replace(",", "")
    (tmp_path / "size.c").write_text(f'#include "cucore.h"\ntypedef char size[sizeof(cucore_view) == {size} ? 1 : -1];\n')
    subprocess.run([CC, "-fsyntax-only", f"-DCUCORE_MAX_NDIM={axes}", *readme.includes(), str(tmp_path / "size.c")], check=True)
