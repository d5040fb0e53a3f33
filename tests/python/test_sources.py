"""The sources in src/ and the headers that are made from them."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
ROOMS = [path for path in sorted(SOURCES.rglob("*.[ch]")) if path.parent != SOURCES and "kernels" not in path.parts]
HEADERS = sorted(path.name for path in SOURCES.glob("*.h"))
LIMIT = 800
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]


def includes():
    names = ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE")
    if not all(os.environ.get(name) for name in names):
        pytest.skip("the folders of cuda.h, dlpack.h and Python.h are not known: run make test")
    return [part for name in names for part in ("-isystem", os.environ[name])]


def compiled(folder, text, *options, compiler="cc"):
    source = folder / ("use.cpp" if compiler == "c++" else "use.c")
    source.write_text(text)
    return subprocess.run([compiler, "-fsyntax-only", *WARNINGS, *options, *includes(), str(source)], capture_output=True,
                          text=True)


def test_headers_are_what_the_sources_give():
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "amalgamate.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_stale_header_is_noticed(tmp_path):
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name)
    make = [sys.executable, str(tmp_path / "tools" / "amalgamate.py")]
    assert subprocess.run([*make, "--check"], capture_output=True).returncode == 1
    subprocess.run(make, check=True, capture_output=True)
    assert [path.name for path in sorted(tmp_path.glob("*.h"))] == HEADERS
    assert subprocess.run([*make, "--check"], capture_output=True).returncode == 0
    room = tmp_path / "src" / "core" / "status.h"
    room.write_text(room.read_text() + "/* changed */\n")
    done = subprocess.run([*make, "--check"], capture_output=True, text=True)
    assert done.returncode == 1 and "cucore.h" in done.stderr and "cucore_cai.h" not in done.stderr


sys.path.insert(0, str(ROOT / "tools"))
import list_names  # noqa: E402

MOST_FUNCTIONS = 200


def test_the_list_of_names():
    """docs/names.md is fresh, every public function has a line, and they are not too many."""
    found = list_names.functions()
    assert not [name for name, line in found.items() if not line]
    assert 100 < len(found) <= MOST_FUNCTIONS
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "list_names.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    text = list_names.PAGE.read_text()
    assert all(text.count(f"| `{name}` |") == 1 for name in found) and f"\n{len(found)} functions, " in text


def test_the_list_of_names_has_them_all():
    """Every function that the compiler knows after the public half of the headers; private ones are not in it."""
    declared = set()
    for header in HEADERS:
        text = list_names.COMMENT.sub("", (ROOT / header).read_text())
        declared |= set(re.findall(r"^(?:CUCORE_API\b|static inline\b)[^;{}=#]*?\b(cucore_(?!_)\w+)\s*\(", text, re.MULTILINE))
    assert set(list_names.functions()) == declared


DECLARED = {  # name -> (declaration, what is listed)
    "own-line": ("/* cucore_a - does it\n *   x  in */\nCUCORE_API int cucore_a(int x);", {"cucore_a": "does it"}),
    "shared": ("/* cucore_a, cucore_b - both */\nCUCORE_API CUCORE_NODISCARD int\ncucore_a(void);\nCUCORE_API int cucore_b(void);",
               {"cucore_a": "both", "cucore_b": "both"}),
    "follows": ("/* cucore_a, _b - both */\nCUCORE_API int cucore_a(void);\nCUCORE_API int cucore_b(void);",
                {"cucore_a": "both", "cucore_b": "both"}),
    "nothing": ("/* cucore_a - does it */\nCUCORE_API int cucore_a(void);\n\nCUCORE_API int cucore_b(void);",
                {"cucore_a": "does it", "cucore_b": ""}),
    "inline": ("/* cucore_a - does it */\nstatic inline int cucore_a(int x)\n{\n    return x;\n}", {"cucore_a": "does it"}),
    "private": ("/* of ours */\nCUCORE_API int cucore__a(void);", {}),
    "implemented": ("/* ---- >>impl-a -- */\n/* cucore_a - does it */\nCUCORE_API int cucore_a(void)\n{\n}", {}),
}


@pytest.mark.parametrize("name", DECLARED)
def test_the_lines_of_names(tmp_path, monkeypatch, name):
    text, expected = DECLARED[name]
    (tmp_path / "cucore.h").write_text(text + "\n")
    monkeypatch.setattr(list_names, "ROOT", tmp_path)
    monkeypatch.setattr(list_names, "HEADERS", ("cucore.h",))
    assert list_names.functions() == expected


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_says_what_it_was_made_from(name):
    assert f"Made from src/{name} by tools/amalgamate.py" in (ROOT / name).read_text().split("\n")[1]


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(SOURCES)))
def test_rooms(path):
    """A file is short, and begins with what it is for; code says who may call it."""
    name, lines = str(path.relative_to(SOURCES)), path.read_text().split("\n")
    if name == "copy/ptx.c":
        assert "Made by `make kernels`" in lines[2]
        return
    assert len(lines) <= LIMIT + 1
    assert name == "copy/params.h" or any(line.startswith(f"/* {name}: ") for line in lines[:2])
    if path.suffix == ".c":
        purpose = path.read_text().split(f"/* {name}: ", 1)[1].split("*/")[0]
        assert re.search(r"(?:\.|;) (?:[Ff]or|[Uu]sed by|[Cc]alled by) ", re.sub(r"\s+(?:\* )?", " ", purpose))


def test_the_map_has_every_room():
    """The tables of docs/architecture.md: a row for each file."""
    rows = {f"{folder}/{name}" for folder, table in re.findall(r"^## src/(\w+)/\n(.*?)(?=^## |\Z)",
            (ROOT / "docs" / "architecture.md").read_text(), re.MULTILINE | re.DOTALL)
            for name in re.findall(r"^\| `([\w.]+)` \|", table, re.MULTILINE)}
    assert rows == {str(path.relative_to(SOURCES)) for path in ROOMS}


@pytest.mark.parametrize("implemented", [False, True], ids=["declared", "implemented"])
@pytest.mark.parametrize("compiler, standard", [("cc", "c99"), ("c++", "c++11")])
def test_the_sources_compile_as_they_stand(tmp_path, compiler, standard, implemented):
    text = "".join(f'#include "{name}"\n' for name in ["cucore_python.h", *HEADERS])
    done = compiled(tmp_path, ("#define CUCORE_IMPLEMENTATION\n" if implemented else "") + text, f"-std={standard}",
                    f"-I{SOURCES}", compiler=compiler)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("implemented", [0, 1, 2], ids=["first", "second", "both"])
@pytest.mark.parametrize("order", [("python", "copy"), ("copy", "python")], ids="-".join)
def test_copies_of_objects_are_there_in_any_order(tmp_path, order, implemented):
    text = "".join((f"#define CUCORE_IMPLEMENTATION\n" if implemented == n or (implemented == 2 and n == 0) else "") +
                   f'#include "cucore_{name}.h"\n' for n, name in enumerate(order))
    text += "int used(PyObject *a, PyObject *b);\nint used(PyObject *a, PyObject *b)\n{\n" \
            "    return cucore_py_copy(a, b, NULL, NULL, CUCORE_BLOCKING_DEFAULT);\n}\n"
    done = compiled(tmp_path, text, f"-I{ROOT}")
    assert done.returncode == 0, done.stderr


LAST_CODE = 'X(FLOAT4_E2M1FN, 17, "float4_e2m1fn", 0, 4)'
FORGOTTEN = {  # what is changed in which header, and what the compiler then speaks of
    "code out of its place": ("cucore.h", LAST_CODE, LAST_CODE.replace("17", "18"), "assert_codes_are_rows"),
    "code without a name": ("cucore.h", LAST_CODE, "X(FLOAT4_E2M1FN, 17)", "at least one argument"),
    "code without bits": ("cucore.h", LAST_CODE, LAST_CODE.replace(", 4)", ")"), "at least one argument"),
    "code with too many bits": ("cucore.h", LAST_CODE, LAST_CODE.replace(", 4)", ", 1, 2, 3, 4, 5, 6, 7, 8)"), "initializer"),
    "code without a row": ("cucore.h", "CUCORE_CODE_OPAQUE = 254,", "CUCORE_CODE_NEW = 253, CUCORE_CODE_OPAQUE = 254,", "CODE_NEW"),
    "status out of its place": ("cucore.h", "X(FOREIGN, -14,", "X(FOREIGN, -15,", "assert_statuses_are_rows"),
    "protocol without a flag": ("cucore_python.h", "X(CAI, CAI, ", "X(NEW, CAI, ", "CUCORE_BY_NEW"),
    "protocol without a name": ("cucore_python.h", "X(CAI, CAI, ", "X(CAI, NEW, ", "CUCORE__PY_NEW"),
    "protocol without a decoder": ("cucore_python.h", "cucore__py_from_cai)", "cucore__py_from_new)", "cucore__py_from_new"),
    "kernel without code": ("cucore_copy.h", "X(RUNS, runs, ROWS,", "X(RUNS, new, ROWS,", "cucore__kernel_ptx_new"),
    "kernel of no family": ("cucore_copy.h", "X(RUNS, runs, ROWS,", "X(RUNS, runs, NEW,", "CUCORE__FAMILY_NEW"),
}


@pytest.mark.parametrize("compiler, standard", [("cc", "c99"), ("c++", "c++11")])
@pytest.mark.parametrize("row", FORGOTTEN.values(), ids=FORGOTTEN)
def test_what_is_forgotten_does_not_compile(tmp_path, row, compiler, standard):
    header, old, new, named = row
    for name in HEADERS:
        shutil.copy(ROOT / name, tmp_path)
    text = (tmp_path / header).read_text()
    assert text.count(old) >= 1 and new != old
    (tmp_path / header).write_text(text.replace(old, new))
    done = compiled(tmp_path, f'#define CUCORE_IMPLEMENTATION\n#include "{header}"\n', f"-std={standard}", "-pedantic",
                    f"-I{tmp_path}", compiler=compiler)
    assert done.returncode != 0 and named in done.stderr, done.stderr


@pytest.mark.parametrize("name", [name for name in HEADERS if name != "cucore.h"])
def test_headers_of_two_versions_do_not_compile(tmp_path, name):
    for header in HEADERS:
        shutil.copy(ROOT / header, tmp_path)
    core = tmp_path / "cucore.h"
    core.write_text(re.sub(r"(#define CUCORE_VERSION_PATCH) \d+", r"\1 99", core.read_text()))
    done = compiled(tmp_path, f'#include "{name}"\n', f"-I{tmp_path}")
    assert done.returncode != 0 and f"{name} is of version" in done.stderr and "cucore.h that was included" in done.stderr
