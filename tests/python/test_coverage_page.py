"""COVERAGE.md tells the truth: every id is listed once, and stands in the files that it names."""
import pathlib
import re

TESTS = pathlib.Path(__file__).resolve().parent.parent
ROWS = re.findall(r"^\| ([A-Z]\d+) \| (.*?) \| (.*?) \|$", (TESTS / "COVERAGE.md").read_text(), re.M)


def test_no_id_is_missing():
    expected = re.findall(r"^\| (B\d+) \|", (TESTS.parent / "docs" / "protocols.md").read_text(), re.M)
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


def test_every_c_function_is_called_in_a_forked_child():
    """B88: those that need the driver are rows of test_driver_objects.c, the others of test_driver_fork.c."""
    called = "".join((TESTS / "c" / f"test_driver_{name}.c").read_text() for name in ("fork", "objects"))
    missing = []
    for header in ("cucore", "cucore_dlpack", "cucore_cai", "cucore_copy"):
        declared = (TESTS.parent / f"{header}.h").read_text().partition(f"#define {header.upper()}_IMPLEMENTED")[0]
        names = re.findall(r"^(?:CUCORE_API|static inline) [^;{(]*?\b(cucore_\w+)\(", declared, re.M)
        assert len(names) > 4
        missing += [name for name in names if not name.startswith("cucore_py_") and not re.search(rf"\b{name}\(", called)]
    assert not missing
