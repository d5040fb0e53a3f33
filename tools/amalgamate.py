"""Makes the headers at the top level from src/: every #include of a room ("core/dtype.h") becomes the room itself.

    python3 tools/amalgamate.py            write the headers
    python3 tools/amalgamate.py --check    status 1 and the name of each header that is not what src/ gives

A header includes the others by name ("cucore.h"), as users do: those lines stay.
"""
import argparse
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
ROOM = re.compile(r'#include "([\w.]+/[\w./]+)"[^\n]*\n\n?')
NOTE = " * Made from src/{} by tools/amalgamate.py: change it there, then `make headers`.\n"


def inlined(path, seen=()):
    """The text of a file with its rooms in place."""
    if path in seen:
        sys.exit(f"{path} includes itself")
    text = path.read_text()
    return ROOM.sub(lambda match: inlined(SOURCES / match.group(1), (*seen, path)) + "\n", text)


def rooms(path):
    """The files that a header is made of, itself first."""
    found = [path]
    for name in ROOM.findall(path.read_text()):
        found += rooms(SOURCES / name)
    return found


def made(path):
    """The header, with a word on its origin behind the first line."""
    first, rest = inlined(path).split("\n", 1)
    return first + "\n" + NOTE.format(path.name) + rest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    sources = sorted(SOURCES.glob("*.h"))
    used = [room for source in sources for room in rooms(source)]
    stale = []
    for source in sources:
        header = ROOT / source.name
        text = made(source)
        if header.exists() and header.read_text() == text:
            continue
        stale.append(source.name)
        if not options.check:  # in one piece: a compiler that reads it meanwhile has the old one or the new one
            fresh = header.with_name(f".{header.name}.{os.getpid()}")
            fresh.write_text(text)
            fresh.replace(header)
    unused = sorted(str(path.relative_to(ROOT)) for path in SOURCES.rglob("*.[ch]")
                    if path not in used and "kernels" not in path.parts)
    if unused:
        sys.exit("no header includes " + ", ".join(unused))
    if stale and options.check:
        sys.exit("not what src/ gives (run make headers): " + ", ".join(stale))
    print("made " + ", ".join(stale) if stale else "all headers are fresh")


if __name__ == "__main__":
    main()
