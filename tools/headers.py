"""The headers of cucore as src/headers.txt lists them, and the lists of headers in files that cannot read it.

    python3 tools/headers.py            write these lists
    python3 tools/headers.py --check    status 1 if one is not what src/headers.txt gives

Tools and tests import NAMES and the functions below; C_NAMES are those that C can include.
"""
import argparse
import pathlib
import re
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "src" / "headers.txt"
LANGUAGES = ("C", "CUDA", "Python", "C++")


class Header(typing.NamedTuple):
    name: str
    language: str
    group: str
    needs: tuple
    purpose: str


def read(text):
    """Returns the headers of a list, by name."""
    found = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        row = line.split(None, 4)
        if len(row) != 5 or row[1] not in LANGUAGES or row[0] in found:
            sys.exit(f"src/headers.txt: not a name, language, group, needs and purpose, or a name that is there already: {line}")
        needs = () if row[3] == "-" else tuple(row[3].split(","))
        found[row[0]] = Header(row[0], row[1], row[2], needs, row[4])
    for header in found.values():
        unknown = [name for name in header.needs if name.startswith("cucore") and name not in found]
        if unknown or header.name in reached(found, header.needs):
            sys.exit(f"src/headers.txt: {header.name} needs " + (f"{', '.join(unknown)}, which is not there" if unknown else "itself"))
    return found


def reached(rows, names):
    """Returns the names, and what they need, with what these need; headers of others are in it."""
    found, left = set(), list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += rows[name].needs if name in rows else ()
    return found


ALL = read(LIST.read_text())
NAMES = tuple(ALL)


def named(*languages, group=None):
    """Returns the names of the headers for these languages, and of one group."""
    return tuple(header.name for header in ALL.values() if header.language in languages and group in (None, header.group))


C_NAMES = named("C", "CUDA", "Python")


def needed(name):
    """Returns the header and what it needs, with what these need; headers of others are in it."""
    return reached(ALL, [name])


def needs_others(name):
    """Returns 1 if a header includes headers of others."""
    return bool(needed(name) - set(ALL))


def leaves(names):
    """Returns the names that no other name needs, in their order: to include these brings all."""
    return [name for name in names if not any(name in needed(other) for other in names if other != name)]


def included(names):
    return "".join(f'#include "{name}"\n' for name in names)


def everything():
    """The lines of tests/platforms/everything.c."""
    return included(named("C", "CUDA")) + "#if !defined(WITHOUT_PYTHON)\n" + included(named("Python")) + "#endif\n"


def alone():
    """The lines of tests/platforms/alone.c."""
    return included(name for name in C_NAMES if not needs_others(name))


def site():
    """The pages of the reference, in the menu of the site."""
    return "".join(f"      - {name}: reference/{name[:-len('.h')]}.md\n" for name in C_NAMES)


def recipe():
    """What conda finds in its package."""
    return "".join(f"        - include/{name}\n" for name in NAMES)


LISTS = {  # file -> the lines that are the list, and what writes them
    "tests/platforms/everything.c": (re.compile(r'^#include "cucore\.h"\n.*', re.M | re.S), everything),
    "tests/platforms/alone.c": (re.compile(r'(?:^#include "cucore.*\n)+', re.M), alone),
    "docs/site/mkdocs.yml": (re.compile(r"(?:^ +- cucore\w*\.h: .*\n)+", re.M), site),
    "packaging/conda/recipe.yaml": (re.compile(r"(?:^ +- include/cucore.*\n)+", re.M), recipe),
}


def written(file):
    """Returns the text of a file with its list made anew."""
    pattern, make = LISTS[file]
    text = (ROOT / file).read_text()
    if len(pattern.findall(text)) != 1:
        sys.exit(f"{file}: {len(pattern.findall(text))} lists of headers, not one")
    return pattern.sub(lambda _: make(), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    stale = [file for file in LISTS if written(file) != (ROOT / file).read_text()]
    if options.check:
        sys.exit(f"not what src/headers.txt gives (run make headers): {', '.join(stale)}" if stale else 0)
    for file in stale:
        (ROOT / file).write_text(written(file))


if __name__ == "__main__":
    main()
