"""Lists the files that test each rule and bug of docs/dev/protocols.md, in tests/COVERAGE.md.

    python3 tools/list_tests.py            write it
    python3 tools/list_tests.py --check    status 1 if it is not what the tests give, or a rule has neither a test nor a remark

A test cites a rule in its name (test_D34_memory), in a comment, or in the name of a row; tests/remarks.txt has the remarks.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
PAGE = TESTS / "COVERAGE.md"
FILES = ("*/test_*.*", "view_copy/*/test_*.py", "c/*.h", "fuzz/fuzz_*.c", "packaging/*.py", "python/waits.py", "python/threads.py")
ABOUT_RULES = {"python/test_sources.py", "python/test_coverage_page.py", "python/test_protocol_table.py", "python/test_cut.py",
               "python/test_builds.py", "c/forget_kernels.h"}  # they speak of rules, or of C11 and X11
HEAD = """\
# What is tested where

Made by `make names`: the files of `tests/` and `systems/` that cite each id of [the rule book](../docs/dev/protocols.md), and the remarks of
`tests/remarks.txt`. `make coverage` measures lines and branches (limits and exceptions: `tests/coverage.py`); [mutants.md](mutants.md) has the
mutants that no test finds.
"""


def ids():
    """Returns the ids of the rule book: its bugs, then its rules in the order of their letters there."""
    text = (ROOT / "docs" / "dev" / "protocols.md").read_text()
    rules = re.findall(r"^- \*\*([ACDPTX]\d+)\*\*", text, re.M)
    letters = "DCATXP"
    return re.findall(r"^\| (B\d+) \|", text, re.M), sorted(rules, key=lambda name: (letters.index(name[0]), int(name[1:])))


def files():
    """Returns the files that may cite a rule, with their text."""
    found = {path.relative_to(TESTS).as_posix(): path for pattern in FILES for path in TESTS.glob(pattern)}
    found.update((path.relative_to(ROOT).as_posix(), path) for path in (ROOT / "systems" / "tests").glob("test_*.py"))
    return {name: found[name].read_text() for name in sorted(found) if name not in ABOUT_RULES}


def cited(text):
    """Returns the ids that a text cites, each by itself or as a part of the name of a test (test_C8_D3_both)."""
    return set(re.findall(r"(?<![\w|.])[ABCDPTX]\d+(?!\w)|(?<=_)[ABCDPTX]\d+(?=_)", text))


def remarks():
    """Returns the remarks, by id."""
    rows = [line.split(None, 1) for line in (TESTS / "remarks.txt").read_text().splitlines() if line and not line.startswith("#")]
    return {name: remark for name, remark in rows}


def page():
    """Returns the text of tests/COVERAGE.md, and the ids without a test and without a remark."""
    found, said, out, without = {file: cited(text) for file, text in files().items()}, remarks(), [HEAD], []
    for title, names in zip(("Bugs seen elsewhere", "Rules"), ids()):
        out += [f"## {title}", "", "| id | where | remark |", "| --- | --- | --- |"]
        for name in names:
            where = [file for file, names in found.items() if name in names]
            without += [] if where or name in said else [name]
            out.append(f"| {name} | {', '.join(where) or '-'} | {said.get(name, '')} |")
        out.append("")
    return "\n".join(out), without


def generated():
    """Returns the files that this tool writes."""
    return [PAGE]


def main():
    text, without = page()
    if without:
        sys.exit("no test cites, and no remark explains: " + ", ".join(without))
    if "--check" in sys.argv[1:]:
        sys.exit(0 if PAGE.read_text() == text else "tests/COVERAGE.md is not what the tests give (run make names)")
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
