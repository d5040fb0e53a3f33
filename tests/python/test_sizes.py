"""What a module keeps of cucore, and the sizes that cucore.h reports.  Those of the README: test_readme.py."""
import os
import re
import subprocess

import pytest

import readme

CC = os.environ.get("CC") or "cc"


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
