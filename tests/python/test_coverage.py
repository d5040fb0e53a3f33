"""COVERAGE.md tells the truth: every id is listed once, and stands in the files that it names."""
import pathlib
import re

TESTS = pathlib.Path(__file__).resolve().parent.parent
ROWS = re.findall(r"^\| ([A-Z]\d+) \| (.*?) \| (.*?) \|$", (TESTS / "COVERAGE.md").read_text(), re.M)


def test_no_id_is_missing():
    expected = [f"B{n:02d}" for n in range(1, 81)] + ["B87"]
    for letter, count in (("D", 37), ("C", 13), ("A", 19), ("T", 18), ("X", 15), ("P", 17)):
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
