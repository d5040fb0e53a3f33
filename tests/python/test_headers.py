"""The one list of headers, src/headers.txt: it is true, every tool, test, build and package reads it, and pages name all of it."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import headers  # noqa: E402
from amalgamate import END  # noqa: E402
from list_names import COMPAT  # noqa: E402

ROW = "cucore.h  C  core  -  views\n"
WRONG = {  # a list that is refused -> what the message quotes
    "a word is missing": ("cucore.h  C  core  -\n", "cucore.h  C  core  -"),
    "a language of others": ("cucore.h  Rust  core  -  views\n", "Rust"),
    "twice": (ROW + ROW, "there already"),
    "a header that is not there": ("cucore_a.h  C  core  cucore_b.h  views\n" + ROW, "cucore_a.h needs cucore_b.h"),
    "a circle": ("cucore_a.h  C  core  cucore_b.h  views\ncucore_b.h  C  core  cucore_a.h  views\n", "cucore_a.h needs itself"),
}


@pytest.mark.parametrize("row", WRONG)
def test_wrong_rows_are_refused(row):
    text, quoted = WRONG[row]
    with pytest.raises(SystemExit, match=re.escape(quoted)):
        headers.read(text)


@pytest.mark.parametrize("name", headers.NAMES)
def test_a_header_needs_what_it_includes(name):
    text = COMPAT.sub("", (ROOT / name).read_text())
    declarations = END.split(text)[0] if name in headers.C_NAMES else text
    found = re.findall(r'^ *# *include (?:"(cucore[\w/]*\.h(?:pp)?)"|[<"](?:dlpack/)?(dlpack\.h|Python\.h)[>"])', declarations, re.M)
    assert {own or other for own, other in found} - {name} == set(headers.ALL[name].needs)


# ------------------------------------------------------------------------------------------------------ lists by hand --
MOST = 4  # headers that four adjacent lines of a program may name
NAME = re.compile(r"\bcucore(?:_\w+\.h|\.hpp|/\w+\.h)\b")
LISTS = {"src/headers.txt", *headers.LISTS}
PROGRAMS = (".py", ".sh", ".mk", ".toml", ".yaml", ".yml", ".build", ".cmake", ".txt", "Makefile")


def by_hand(text):
    """Returns the lines of the first place that names many headers."""
    lines = text.splitlines()
    for at in range(len(lines)):
        if len(set(NAME.findall("\n".join(lines[at:at + 4])))) > MOST:
            return f"line {at + 1}: {lines[at]}"
    return None


def test_a_list_by_hand_is_noticed():
    names = [f'"{name}",' for name in headers.C_NAMES[:MOST + 2]]
    assert by_hand(" ".join(names)) and by_hand("\n\n" + "\n".join(names[:3]) + " ".join(names[3:]))
    assert not by_hand(" ".join(names[:MOST]))


def test_no_other_file_lists_the_headers():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no repository of git")
    files = [name for name in listed.stdout.split() if name.endswith(PROGRAMS) and name not in LISTS and (ROOT / name).is_file()]
    assert len(files) > 100
    assert {name: line for name in files if (line := by_hand((ROOT / name).read_text()))} == {}


PAGES = {  # page -> how it names a header
    "README.md": "`{}`", "docs/dev/design.md": "{}  ", "docs/guide/building.md": "| `{}` |", "docs/reference/performance.md": "| `{}` |",
    "tests/python/sizes.json": '"{}": ',
}


@pytest.mark.parametrize("page", PAGES)
def test_pages_name_every_header(page):
    text = (ROOT / page).read_text()
    assert [name for name in headers.C_NAMES if PAGES[page].format(name) not in text] == []


# ------------------------------------------------------------------------------------------------------- a new header --
DASHES = "/* " + "-" * 60 + " >>{} -- */\n"
MANUAL = """\
/* cucore_note.h - v{version} - notes - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * >>note-options
 *     name               default      where     meaning
 *     CUCORE_NOTE_ALOUD  not defined  one file  says it aloud
 */
#ifndef CUCORE_NOTE_H
#define CUCORE_NOTE_H
#include "cucore.h"
CUCORE_BEGIN

#include "note/note.h"

CUCORE_END
/* ------------- end of the declarations -- */
#endif /* CUCORE_NOTE_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_NOTE_H_IMPLEMENTED)
#define CUCORE_NOTE_H_IMPLEMENTED
CUCORE_BEGIN

#include "note/note.c"

CUCORE_END
#endif /* CUCORE_IMPLEMENTATION */
"""
ROOMS = {
    "note.h": DASHES.format("note") + "/* cucore_view_note - counts the axes of a view\n *   -> axes.  Any thread */\n"
              "CUCORE_API int cucore_view_note(const cucore_view *view);\n",
    "note.c": DASHES.format("impl-note") + "CUCORE_API int cucore_view_note(const cucore_view *view)\n{\n    return malloc(view->layout.ndim);\n}\n",
}
READ = """
import json, sys
sys.path[:0] = ["tools", "tests", "tests/python", "tests/platforms", "bench", "docs/site", "packaging/python"]
import architecture, bench_compile, list_names, make_pxd, rows, torture, version
import test_api_rules, test_options
import test_coverage_page, headers
from cucore import _copies
sources = torture.read()
print(json.dumps({
    "names": [name for name in list_names.HEADERS], "Cython": make_pxd.HEADERS, "bench-compile": bench_compile.HEADERS,
    "torture": [header for name, header in torture.public_functions(sources).items()],
    "API rules": [f.header for f in test_api_rules.FUNCTIONS], "options": [h for h in test_options.HEADERS if test_options.section(h)],
    "coverage page": [h for h in headers.named("C", "CUDA") if h not in test_coverage_page.NOT_IN_A_CHILD],
    "platforms": [name + ".h" for name in rows.PARTS], "vendor, single": _copies.HEADERS, "release": [path.name for path in version.MADE],
    "architecture": [name.replace("note/note", "cucore_note") for name in architecture.Sources("src").declared],
}))
"""
WRITTEN = ("docs/site/mkdocs.yml", "docs/reference/names.md", "packaging/conda/recipe.yaml", "packaging/python/cucore/__init__.pxd",
           "tests/platforms/everything.c", "tests/platforms/alone.c")


@pytest.fixture(scope="module")
def with_a_new_header(tmp_path_factory):
    """A copy of the sources with cucore_note.h, which is in the list; its headers and names are made."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("src", "tools", "packaging", "docs", "bench", "make", "systems"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__", "corpus"))
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "src" / "note").mkdir()
    for name, text in ROOMS.items():
        (folder / "src" / "note" / name).write_text(text)
    version = re.search(r" - v([\d.]+) ", (ROOT / "cucore.h").read_text())[1]
    (folder / "src" / "cucore_note.h").write_text(MANUAL.format(version=version))
    done = subprocess.run([sys.executable, "tools/amalgamate.py"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1 and "cucore_note.h" in done.stderr, "a header that is not in the list is refused"
    rows = (folder / "src" / "headers.txt").read_text()
    (folder / "src" / "headers.txt").write_text(rows.replace("cucore_python.h ", "cucore_note.h  C  note  cucore.h  notes\ncucore_python.h ", 1))
    for tool in ("amalgamate", "headers", "list_names", "make_pxd"):
        subprocess.run([sys.executable, f"tools/{tool}.py"], cwd=folder, check=True, capture_output=True)
    return folder


def test_a_new_header_is_read_everywhere(with_a_new_header):
    done = subprocess.run([sys.executable, "-c", READ], cwd=with_a_new_header, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [reader for reader, names in json.loads(done.stdout).items() if "cucore_note.h" not in names] == []


@pytest.mark.parametrize("file", WRITTEN)
def test_a_new_header_is_written_everywhere(with_a_new_header, file):
    assert "cucore_note.h" in (with_a_new_header / file).read_text()


COMMANDS = {  # what has no Python -> a command that prints the headers that it reads
    "make": ("make", ["make", "-s", "-f", "Makefile", "--eval", "print: ; @echo $(HEADERS) $(CPP_HEADERS)", "VENV=", "help", "print"]),
    "the header matrix": ("sh", ["sh", "-c", "sed -n '/^headers=/,/headers.txt\"$/p' tests/check_headers.sh >part.sh && root=. absent=, && . ./part.sh "
                                 "&& echo $headers"]),
    "CMake": ("cmake", ["sh", "-c", "{ grep -e 'STRINGS src/headers' -e 'TRANSFORM headers' CMakeLists.txt; echo 'message(\"${headers}\")'; } >part.cmake "
                                    "&& cmake -P part.cmake 2>&1"]),
}


@pytest.mark.parametrize("reader", COMMANDS)
def test_a_new_header_is_read_without_python(with_a_new_header, reader):
    tool, command = COMMANDS[reader]
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    if reader == "CMake":
        shutil.copy(ROOT / "CMakeLists.txt", with_a_new_header)
    done = subprocess.run(command, cwd=with_a_new_header, capture_output=True, text=True)
    assert {"cucore.h", "cucore_note.h"} <= set(re.findall(r"cucore\w*\.h\b", done.stdout)), done.stdout + done.stderr
