"""What a module keeps of cucore, the sizes that cucore.h reports, and budgets.  The sizes of the README: test_readme.py.

    python3 tests/python/test_sizes.py    write the bytes of every part to sizes.json, after a growth that is wanted
"""
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

import readme

RECORD = pathlib.Path(__file__).with_name("sizes.json")
ROOM = 1.03  # how much a header may grow before the record has to be written again
BUDGET = 2_550_000  # bytes of all headers
PART = re.compile(r"^/\* -+ (?:>>([\w-]+)|(end of the declarations)) -- \*/$", re.M)


def module(folder, source, *flags):
    """The stripped bytes of a module with this source."""
    if "PYTHON_INCLUDE" not in os.environ or "DLPACK_INCLUDE" not in os.environ:
        pytest.skip("the folders of dlpack.h and Python.h are not known: run make test")
    (folder / "module.c").write_text(source)
    readme.made_once([shutil.which("gcc") or readme.CC, "-shared", "-fPIC", "-s", *flags, *readme.includes()], folder / "module.c", folder / "module.so")
    return (folder / "module.so").read_bytes()


def module_of_the_readme():
    source, = [block for block in readme.blocks("c") if "PyMODINIT_FUNC" in block]
    return source


KEPT = {  # a word of what a module needs, and whether the module of the README does
    "the type cucore.Array": (b"The elements' type: a numpy.dtype", False),
    "its key": (b"cucore.Array %d.%d", True),
    "PTX": (b".target sm_", False),
}


def test_an_intake_keeps_what_it_needs(tmp_path):
    data = module(tmp_path, module_of_the_readme(), "-O2")
    assert {name: word in data for name, (word, _) in KEPT.items()} == {name: kept for name, (_, kept) in KEPT.items()}


@pytest.mark.parametrize("axes, which", [(8, 1), (64, 2)])
def test_a_view_is_as_large_as_the_header_says(tmp_path, axes, which):
    text = re.sub(r"\s*\n \*\s+", " ", (readme.ROOT / "cucore.h").read_text())
    size = re.search(r"with 8 a view takes ([\d,]+) bytes instead of ([\d,]+)\.", text)[which].replace(",", "")
    (tmp_path / "size.c").write_text(f'#include "cucore.h"\ntypedef char size[sizeof(cucore_view) == {size} ? 1 : -1];\n')
    subprocess.run([readme.CC, "-fsyntax-only", f"-DCUCORE_MAX_NDIM={axes}", *readme.includes(), str(tmp_path / "size.c")], check=True)


def parts(text):
    """Part -> bytes: from one line of dashes with a tag to the next; what comes before the first one is its manual."""
    sizes, name, start = {}, "manual", 0
    for found in [*PART.finditer(text), None]:
        end = found.start() if found else len(text)
        sizes[name] = sizes.get(name, 0) + len(text[start:end].encode())
        if found:
            name, start = found[1] or "between the halves", end
    return sizes


def measured():
    return {path.name: parts(path.read_text()) for path in sorted(readme.ROOT.glob("cucore*.h"))}


def grown(old, new):
    """The parts that became larger, the one that grew most first."""
    growth = {name: size - old.get(name, 0) for name, size in new.items()}
    return [f"{name} {old.get(name, 0)} -> {new[name]}" for name in sorted(growth, key=growth.get, reverse=True) if growth[name] > 0]


def too_large(old, new):
    """Header -> the parts that grew, of headers that are larger than the record allows."""
    return {header: grown(old.get(header, {}), sizes) for header, sizes in new.items()
            if sum(sizes.values()) > ROOM * sum(old.get(header, {}).values())}


def test_a_part_that_grows_is_named():
    old = {"a.h": {"manual": 100, "impl-a": 900}}
    assert too_large(old, {"a.h": {"manual": 100, "impl-a": 920}}) == {}
    assert too_large(old, {"a.h": {"manual": 101, "impl-a": 900, "impl-b": 60}}) == {"a.h": ["impl-b 0 -> 60", "manual 100 -> 101"]}
    assert parts("x\n/* ---- >>impl-a -- */\nyy\n") == {"manual": 2, "impl-a": 26}


def test_headers_keep_to_their_sizes():
    new = measured()
    assert too_large(json.loads(RECORD.read_text()), new) == {}, "a growth that is wanted: python3 tests/python/test_sizes.py"
    assert sum(sum(sizes.values()) for sizes in new.values()) < BUDGET


if __name__ == "__main__":
    RECORD.write_text(json.dumps(measured(), indent=1) + "\n")
