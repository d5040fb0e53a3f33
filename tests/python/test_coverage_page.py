"""COVERAGE.md tells the truth: every id is listed once, and stands in the files that it names; pages name functions that exist."""
import pathlib
import re
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS.parent / "tools"))
import headers  # noqa: E402

ROWS = re.findall(r"^\| ([A-Z]\d+) \| (.*?) \| (.*?) \|$", (TESTS / "COVERAGE.md").read_text(), re.M)


def test_no_id_is_missing():
    expected = re.findall(r"^\| (B\d+) \|", (TESTS.parent / "docs" / "dev" / "protocols.md").read_text(), re.M)
    assert expected[:80] == [f"B{n:02d}" for n in range(1, 81)]
    for letter, count in (("D", 37), ("C", 13), ("A", 20), ("T", 18), ("X", 15), ("P", 17)):
        expected += [f"{letter}{n}" for n in range(1, count + 1)]
    assert [row[0] for row in ROWS] == expected


def test_files_hold_the_ids():
    wrong = []
    for name, where, remark in ROWS:
        if where in ("-", "waits"):
            if not remark:
                wrong.append(f"{name}: no reason")
            continue
        for path in where.split(", "):
            if not re.search(rf"(?<![A-Za-z0-9]){name}(?![0-9])|_{name}(?![0-9])", (TESTS / path).read_text()):
                wrong.append(f"{name} is not in {path}")
    assert not wrong


def test_named_tests_exist():
    for _, _, remark in ROWS:
        for name in re.findall(r"`(test_\w+?)\*?`", remark):
            assert any(name in path.read_text() for path in TESTS.glob("*/test_*.*")), name


NOT_IN_A_CHILD = {  # header -> the test that calls its functions instead
    "cucore_blocks.h": "test_driver_blocks.c", "cucore_kernel.h": "test_driver_kernels.c",
    "cucore_program.h": "test_driver_programs.c", "cucore_share.h": "test_driver_share.c"}


def test_every_c_function_is_called_in_a_forked_child():
    """B88: test_driver_objects.c calls the acts of driver_acts.h in a child, and test_driver_fork.c the other functions."""
    called = "".join((TESTS / "c" / name).read_text() for name in ("test_driver_fork.c", "driver_acts.h"))
    missing = []
    for header in headers.named("C", "CUDA"):
        if header in NOT_IN_A_CHILD:
            continue
        declared = (TESTS.parent / header).read_text().partition("end of the declarations")[0]
        names = re.findall(r"^(?:CUCORE_API|static inline) [^;{(]*?\b(cucore_\w+)\(", declared, re.M)
        assert len(names) > 4 or header == "cucore_cast.h"  # which has no functions of its own
        missing += [name for name in names if not name.startswith("cucore_py_") and not re.search(rf"\b{name}(?:\(|,\s+\()", called)]
    assert not missing


ROOT = TESTS.parent
PAGES = ["README.md", "CONTRIBUTING.md", "tests/COVERAGE.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]
SOURCES = ["src/**/*.[ch]", "*.hpp", "cucore/*.h", "tests/**/*.[ch]", "tests/**/*.py", "tests/**/*.cpp", "packaging/**/*", "Makefile", "make/*.mk", "*.txt", "meson.options"]
OWN = r"\b(?:cucore_|CUCORE_)\w*[A-Za-z0-9]\b(?![*.])(?!_\.)"  # a name that ends in `_` or `*` is a family
NOT_YET = {"CUCORE_BY_MINE", "cucore_single"}  # of a recipe for what is not there; of a file that a command writes


@pytest.fixture(scope="module")
def known():
    """All words of the sources."""
    return set(re.findall(r"\w+", "".join(path.read_text(errors="replace") for pattern in SOURCES for path in ROOT.glob(pattern)
                                          if path.is_file() and path.name != pathlib.Path(__file__).name)))


def unknown_names(text, known):
    return sorted(set(re.findall(OWN, text)) - known - NOT_YET)


def test_unknown_names_are_noticed():
    """A function that is gone, a private one, a macro; neither a family nor a file."""
    text = "`cucore_gone(x)`, `cucore__gone`, CUCORE_GONE; `cucore_view`, `CUCORE_MAKE_...`, `cucore_py_*`"
    assert unknown_names(text, {"cucore_view"}) == ["CUCORE_GONE", "cucore__gone", "cucore_gone"]


@pytest.mark.parametrize("page", PAGES)
def test_named_functions_exist(page, known):
    assert unknown_names((ROOT / page).read_text(), known) == []
