"""docs/reference/platforms.md is what the matrix wrote, and bears out what README.md claims."""
import json
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "platforms"
sys.path.insert(0, str(FOLDER))
import rows  # noqa: E402
import run  # noqa: E402

RECORD = json.loads(run.RECORD.read_text())


def test_names_are_different():
    names = [row.name for row in rows.ROWS]
    assert len(set(names)) == len(names) and {row.group for row in rows.ROWS} == set(rows.GROUPS)


def test_every_row_was_seen():
    assert set(RECORD) == {row.name for row in rows.ROWS}
    assert {seen["outcome"] for seen in RECORD.values()} <= set(run.OUTCOMES)
    assert all(seen["remark"] and re.fullmatch(r"20\d\d-\d\d-\d\d", seen["date"]) for seen in RECORD.values())


def test_the_page_is_what_the_record_gives(tmp_path, monkeypatch):
    page = run.PAGE.read_text()
    monkeypatch.setattr(run, "PAGE", tmp_path / "platforms.md")
    monkeypatch.setattr(run, "RECORD", tmp_path / "platforms.json")
    run.write(RECORD)
    assert run.PAGE.read_text() == page


@pytest.mark.parametrize("name", [row.name for row in rows.ROWS])
def test_what_a_row_came_to(name):
    """It passes, or the library refuses where it was to; or says what to do, or what was missing."""
    seen, row = RECORD[name], next(row for row in rows.ROWS if row.name == name)
    if seen["outcome"] == "refused":
        assert row.refused and re.search(row.refused, seen["remark"])
    elif seen["outcome"] == "fails":
        assert row.advice and row.advice in seen["remark"]
    else:
        assert not row.refused or seen["outcome"] == "not run"


@pytest.mark.parametrize("family", ["gcc", "clang"])
def test_the_compilers_that_the_readme_names(family):
    first, last = map(int, re.search(rf"{family} (\d+) to (\d+)", (ROOT / "README.md").read_text()).groups())
    passed = {int(found.group(1)) for name, seen in RECORD.items() if seen["outcome"] == "passes"
              for found in [re.fullmatch(rf"{family} (\d+), .*", name)] if found}
    assert {first, last} <= passed and passed <= set(range(first, last + 1))


def test_what_tells_most_of_a_failure():
    telling = run.telling
    assert telling("a\nx.h:3:1: error: no\n  3 | x\nx.h:9: warning: w\n") == "x.h:3:1: error: no"
    assert telling("a.h:1: warning: w [-Wx]\nb\n#error \"needs c\"\n") == '#error "needs c"'
    assert telling("one\ntwo\n\n") == "two" and telling("") == "no output"
    assert run.run_command(["/does/not/exist"])[0] == 127
    assert run.run_command([sys.executable, "-c", "import time; time.sleep(9)"], timeout=0.5)[0] == 124


def test_a_row_that_cannot_be_had(tmp_path):
    """Neither a mirror nor a package: not run, and why; a refusal with more behind it is none."""
    options = run.Options(tmp_path, "", "")
    zig = run.Zig(options, "0.0.1")
    outcome, _, why = run.outcome_of(rows.Row("x", "Python", (), "", lambda place: ("", "")), zig)
    assert outcome == "not run" and "0.0.1" in why
    zig.close()
    here = run.Here(options)
    missing = lambda place: place.do("x", "cucore-no-such-command", "--version")  # noqa: E731
    assert run.outcome_of(rows.Row("x", "Python", (), "", missing), here) == ("not run", "", "cucore-no-such-command is not installed")
    here.close()
    here = run.Here(options)
    failing = lambda place: place.do("x", "sh", "-c", "echo error: a; exit 127")  # noqa: E731
    assert run.outcome_of(rows.Row("x", "Python", (), "", failing), here) == ("fails", "", "x: error: a")
    here.close()
    here = run.Here(options)
    two = lambda place: rows.refusal(place, "sh", "-c", "echo error: a; echo error: b; exit 1", used="sh")  # noqa: E731
    assert run.outcome_of(rows.Row("x", "Python", (), "", two, refused="a"), here) == ("fails", "sh", "2 errors, the first: error: a")
    here.close()
    one = lambda place: rows.refusal(place, "sh", "-c", "echo error: a; exit 1", used="sh")  # noqa: E731
    here = run.Here(options)
    assert run.outcome_of(rows.Row("x", "Python", (), "", one, refused="a"), here) == ("refused", "sh", "error: a")
    here.close()
    here = run.Here(options)
    taken = rows.Row("x", "Python", (), "", lambda place: ("sh", "fine"), refused="a")
    assert run.outcome_of(taken, here) == ("fails", "sh", "it was to be refused")
    here.close()


def test_the_list_of_rows():
    done = subprocess.run([sys.executable, str(FOLDER / "run.py"), "--list", "--only", "PyPy"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "Python: PyPy: every header\n", done.stderr
