"""COVERAGE.md lists every id with the files that cite it; pages name functions that exist."""
import pathlib
import re
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS.parent / "tools"))
import headers  # noqa: E402
import list_tests  # noqa: E402

ROWS = re.findall(r"^\| ([A-Z]\d+) \| (.*?) \| (.*?) \|$", (TESTS / "COVERAGE.md").read_text(), re.M)


def test_no_id_is_missing():
    bugs, rules = list_tests.ids()
    assert bugs[:80] == [f"B{n:02d}" for n in range(1, 81)]
    assert rules == [f"{letter}{n}" for letter, numbers in (("D", range(1, 38)), ("C", range(1, 14)), ("A", range(1, 21)), ("T", range(1, 19)),
                                                            ("X", (*range(1, 16), *range(20, 27), *range(30, 35))), ("P", range(1, 18)))
                     for n in numbers]
    assert [row[0] for row in ROWS] == bugs + rules and set(list_tests.remarks()) <= {*bugs, *rules}


CITED = {  # text of a test -> does it cite D3?
    "def test_D3_proxies():": True, "def test_C8_D3_both():": True, "/* as D3 has it */": True, '"D3-none"': True, '("D3: all", 1)': True,
    "def test_D34_memory():": False, "/* D30 */": False, '"|D3"': False, "0xD3": False, "x.D3": False, "D3_DEVICE": False}


@pytest.mark.parametrize("text", CITED)
def test_what_cites_a_rule(text):
    assert ("D3" in list_tests.cited(text)) == CITED[text]


def test_a_rule_without_a_test_is_named(monkeypatch):
    monkeypatch.setattr(list_tests, "ids", lambda: (["B01", "B999"], ["D6", "D98"]))
    assert list_tests.page()[1] == ["B999", "D98"]


def test_named_tests_exist():
    for _, _, remark in ROWS:
        for name in re.findall(r"`(test_\w+?)\*?`", remark):
            assert any(name in path.read_text() for path in TESTS.glob("*/test_*.*")), name


NOT_IN_A_CHILD = {  # header -> the test that calls its functions instead
    f"cucore_{name}.h": f"test_driver_{test}.c"
    for name, test in {"blocks": "blocks", "kernel": "kernels", "op": "op", "program": "programs", "share": "share"}.items()}


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
PAGES = ["README.md", "CONTRIBUTING.md", "tests/COVERAGE.md", "tests/mutants.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]
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
