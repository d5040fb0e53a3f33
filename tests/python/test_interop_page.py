"""docs/reference/interop.md has the results of systems/tests on the machines of docs/reference/interop.json, and no others."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "systems" / "tests"))
import matrix  # noqa: E402

RECORDS = matrix.read()


def test_the_page_is_what_the_records_give():
    assert matrix.PAGE.read_text() == matrix.page(RECORDS)


def test_each_system_passed_in_both_directions():
    assert not matrix.missing(RECORDS)


def test_nothing_failed_when_it_was_recorded():
    assert not [(machine, name) for machine, record in RECORDS.items() for name, row in record["tests"].items()
                if any(count["failed"] for _, _, count in row["proves"])]


def test_tests_that_were_recorded_still_exist():
    for record in RECORDS.values():
        for name in record["tests"]:
            file, _, test = name.partition("::")
            text = (ROOT / "systems" / "tests" / file).read_text()
            assert not test or re.search(rf"def {test.split('[')[0]}\(", text), name


def test_each_system_has_its_example():
    for example, _ in matrix.SYSTEMS.values():
        assert (ROOT / matrix.folder(example) / example).is_dir()


def test_a_record_of_some_systems_leaves_the_others():
    old = {"date": "then", "tests": {"a": {"system": "A"}, "b": {"system": "B"}}, "versions": {"A": {"x": "1"}, "B": {}}}
    new = {"date": "now", "tests": {"c": {"system": "A"}}, "versions": {"A": {"x": "2"}}}
    assert matrix.added(old, new) == {"date": "then", "tests": {"b": {"system": "B"}, "c": {"system": "A"}}, "versions": {"A": {"x": "2"}, "B": {}}}
