"""Lists the files of src/ in src/README.md, each with the first sentence of its first comment.

    python3 tools/list_files.py            write it
    python3 tools/list_files.py --check    status 1 if it is not what the files give, or a file has no such comment

Within a folder the files come in the order in which the headers list them: a file uses those before it.
"""
import pathlib
import re
import sys

import headers

ROOT = headers.ROOT
PAGE = ROOT / "src" / "README.md"
FOLDERS = ("core", "dlpack", "cai", "memory", "copy", "copy/emit", "copy/kernels", "copy/host", "copy/job", "copy/move", "copy/calls", "cast", "cast/kernels", "kernel", "program", "share", "op", "made", "python/base",
           "python/memory", "python/in", "python/out", "cpp")  # the order of the page; others follow
HEAD = """\
# The files of src/

Made by `make names` from the first comment of each file, in the order in which the headers list them. A file uses those above it in its
folder, and the folders that [the map of folders](../docs/dev/architecture.md) lets it use.
"""
INCLUDE = re.compile(r'#include "([\w.]+/[\w./]+)"')
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
NOT_ABOUT = re.compile(r"^ *-{5}|^ *clang-format")  # lines of dashes with a tag


def purpose(path):
    """Returns the first sentence of the comment that a file begins with, without its name; "" if there is none."""
    for comment in COMMENT.findall(path.read_text()[:20000]):
        if NOT_ABOUT.search(comment.split("\n")[0]):
            continue
        text = " ".join(re.sub(r"\n[ *]*", " ", comment).split())
        text = re.sub(r"^[\w./]+ - v[\d.]+ - (.*?) - SPDX.*", r"\1", text)
        text = re.sub(rf"^[\w./]*{re.escape(path.name)}: ", "", text)
        return re.split(r"\.(?= |$)", re.sub(r" with nvcc [\d.]+| \(\w{32}\).*", "", text))[0]
    return ""


def listed():
    """Returns the files that the headers are made of, in their order, then the others."""
    found = []
    for header in (*headers.C_NAMES, "cpp/cucore.hpp"):
        path = ROOT / "src" / header
        found += [name for name in INCLUDE.findall(path.read_text()) if name not in found] if path.exists() else []
    there = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".h", ".c", ".hpp", ".cu") and path.parent != ROOT / "src"]
    names = [path.relative_to(ROOT / "src").as_posix() for path in sorted(there)]
    return [name for name in found if name in names] + [name for name in names if name not in found]


def page():
    """Returns the text of src/README.md."""
    folders = {}
    for name in listed():
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    out = [HEAD]
    for folder in sorted(folders, key=lambda name: FOLDERS.index(name) if name in FOLDERS else len(FOLDERS)):
        out += [f"## {folder}/", ""]
        out += [f"- `{name.rpartition('/')[2]}`: {purpose(ROOT / 'src' / name)}" for name in folders[folder]]
        out += [""]
    return "\n".join(out).rstrip("\n") + "\n"


def generated():
    """Returns the files that this tool writes."""
    return [PAGE]


def main():
    without = [name for name in listed() if not purpose(ROOT / "src" / name)]
    if without:
        sys.exit("without a first comment: " + ", ".join(without))
    if "--check" in sys.argv[1:]:
        sys.exit(0 if PAGE.exists() and PAGE.read_text() == page() else "src/README.md is not what the files give (run make names)")
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
