#!/usr/bin/env python3
"""Writes the code that README.md and the guides show into these pages, from the files that the tests compile.

    python3 tools/show_code.py [--check]

A line `<!-- code: FILE NAME -->` stands above a block of code.  The block is what FILE has between BEGIN NAME and END; if FILE is README.md,
its block of C that defines NAME; if NAME is "all", the whole file.  --check compares, and ends with status 1 if a page differs.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = {".c": "c", ".h": "c", ".cu": "cuda", ".md": "c", ".cpp": "c++", ".pyx": "cython", ".py": "python"}


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def code_of(file, name):
    """The code that a page shows."""
    text = (ROOT / file).read_text()
    if name == "all":
        found = [text]
    elif file.endswith(".md"):
        found = [block for block in re.findall(r"^```c\n(.*?)```", text, re.S | re.M) if re.search(rf"\b{name}\(", block.split("\n{")[0])]
    else:
        found = re.findall(rf"(?:/\*|#) BEGIN {name}(?: \*/)?\n(.*?)(?:/\*|#) END", text, re.S)
    if len(found) != 1:
        raise SystemExit(f"{file}: {len(found)} pieces of code are named {name!r}")
    return textwrap.dedent(found[0].rstrip() + "\n").strip("\n")


def shown(text):
    """The text of a page with each block of code as its file has it."""
    def block(found):
        file, name = found.groups()
        return f"<!-- code: {file} {name} -->\n```{LANGUAGES[pathlib.Path(file).suffix]}\n{code_of(file, name)}\n```"
    return re.sub(r"^<!-- code: (\S+) (\w+) -->(?:\n```[^`\n]*\n.*?^```$)?", block, text, flags=re.S | re.M)


def main():
    stale = [page for page in pages() if shown(page.read_text()) != page.read_text()]
    if "--check" in sys.argv[1:]:
        sys.exit("".join(f"{page.relative_to(ROOT)} shows other code than its files: run `make names`\n" for page in stale) or 0)
    for page in stale:
        page.write_text(shown(page.read_text()))


if __name__ == "__main__":
    main()
