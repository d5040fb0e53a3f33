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
sys.path.insert(0, str(ROOT / "tools"))
import amalgamate  # noqa: E402
import headers  # noqa: E402
import list_names  # noqa: E402
from headers import C_NAMES  # noqa: E402

import readme  # noqa: E402

HEADERS = sorted(C_NAMES)
OF_CPP = {name: pathlib.Path(name).name for name in headers.named("C++")}  # header -> source in src/cpp
FILES = [path for path in sorted(SOURCES.rglob("*.[ch]*")) if path.parent != SOURCES and "kernels" not in path.parts]
ROOMS = [path for path in FILES if path not in [SOURCES / "cpp" / name for name in OF_CPP.values()]]
LIMIT = 800
PROGRAMS = ("cucore.h", "cucore_dlpack.h", "cucore_cai.h")  # headers whose first comment has a whole program
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]
LANGUAGES = [(readme.CC, "c99"), (readme.CXX, "c++11")]
C_OR_ALSO_CPP = LANGUAGES if readme.EVERY else LANGUAGES[:1]  # what does not depend on the language


def includes(*names):
    """Of dlpack.h, Python.h and, where there is one, cuda.h."""
    if not os.environ.get("DLPACK_INCLUDE") or not os.environ.get("PYTHON_INCLUDE"):
        pytest.skip("the folders of dlpack.h and Python.h are not known: run make test")
    names = names or ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE")
    return [part for name in names if os.environ.get(name) for part in ("-isystem", os.environ[name])]


def compiled(folder, text, *options, compiler=readme.CC, found=None):
    source = folder / ("use.cpp" if "++" in compiler else "use.c")
    source.write_text(text)
    return subprocess.run([compiler, "-fsyntax-only", *WARNINGS, *options, *(includes() if found is None else found), str(source)],
                          capture_output=True, text=True)


def test_headers_are_what_the_sources_give():
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "amalgamate.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_stale_header_is_noticed(tmp_path):
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name)
    make = [sys.executable, str(tmp_path / "tools" / "amalgamate.py")]
    assert subprocess.run([*make, "--check"], capture_output=True).returncode == 1
    subprocess.run(make, check=True, capture_output=True)
    written = {str(path.relative_to(tmp_path)) for pattern in ("*.h*", "cucore/*") for path in tmp_path.glob(pattern)}
    assert written == {*HEADERS, *OF_CPP}
    assert subprocess.run([*make, "--check"], capture_output=True).returncode == 0
    room = tmp_path / "src" / "core" / "status.h"
    room.write_text(room.read_text() + "/* changed */\n")
    done = subprocess.run([*make, "--check"], capture_output=True, text=True)
    assert done.returncode == 1 and "cucore.h" in done.stderr and "cucore_cai.h" not in done.stderr
    room = tmp_path / "src" / "cpp" / "view.h"
    room.write_text(room.read_text() + "/* changed */\n")
    done = subprocess.run([*make, "--check"], capture_output=True, text=True)
    assert done.returncode == 1 and "cucore.hpp" in done.stderr and "nanobind.h" not in done.stderr


MOST_FUNCTIONS = 255


def test_the_list_of_names():
    """docs/reference/names.md is fresh, every public function has a line in its header, and they are not too many."""
    found = list_names.functions()
    assert not [name for name, line in found.items() if not line]
    assert 100 < len(found) <= MOST_FUNCTIONS
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "list_names.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    text = list_names.PAGE.read_text()
    listed = re.findall(r"^- `[^`(]*?\b(cucore_\w+)\([^`]*\)`$", text, re.M)
    assert sorted(listed) == sorted(found) and f"\n{len(found)} functions, " in text


def test_the_list_of_names_has_them_all():
    """Every function that the compiler knows after the public half of the headers; private ones are not in it."""
    declared = set()
    for header in HEADERS:
        text = list_names.COMMENT.sub("", (ROOT / header).read_text())
        declared |= set(re.findall(r"^(?:CUCORE_API\b|static inline\b|CUCORE__KERNEL_INLINE\b)[^;{}=#]*?\b(cucore_(?!_)\w+)\s*\(", text, re.MULTILINE))
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


SIGNATURES = {  # declaration -> what docs/reference/names.md has of it
    "CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_a(\n    int *x, /* in */\n    void (*f)(int));":
        "cucore_status cucore_a(int *x, void (*f)(int))",
    "static inline cucore_slice *cucore_a(void)\n{\n}": "cucore_slice *cucore_a(void)",
    "CUCORE_API int cucore_a(const char *format, ...) CUCORE_PRINTF(1, 2);": "int cucore_a(const char *format, ...)"}


@pytest.mark.parametrize("text", SIGNATURES)
def test_the_signatures_of_names(tmp_path, monkeypatch, text):
    (tmp_path / "cucore.h").write_text(text + "\n")
    monkeypatch.setattr(list_names, "ROOT", tmp_path)
    monkeypatch.setattr(list_names, "HEADERS", ("cucore.h",))
    assert list_names.signatures() == {"cucore_a": SIGNATURES[text]}


@pytest.mark.parametrize("name", DECLARED)
def test_the_lines_of_names(tmp_path, monkeypatch, name):
    text, expected = DECLARED[name]
    (tmp_path / "cucore.h").write_text(text + "\n")
    monkeypatch.setattr(list_names, "ROOT", tmp_path)
    monkeypatch.setattr(list_names, "HEADERS", ("cucore.h",))
    assert list_names.functions() == expected


NEW = "/* changed (rules {}) */\n"
RULES_GO_WRONG = {  # what is done to which file, and what the message names
    "cited, no line": ("core/status.h", "", NEW.format("D98"), ["cucore.h", "D98"]),
    "cited in a range": ("cai/descr.c", "", NEW.format("C97 to C98, C1"), ["cucore_cai.h", "without a line", "C97, C98"]),
    "cited without the word": ("core/status.h", "", "/* changed (X77) */\n", ["cucore.h", "X77"]),
    "cited over a line's end": ("core/status.h", "", "/* changed (rules\n * T77) */\n", ["cucore.h", "T77"]),
    "cited section": ("dlpack/decode.c", "", NEW.format("table 6.3"), ["cucore_dlpack.h", "6.3"]),
    "a range that is none": ("core/status.h", "", NEW.format("D5 to X9"), ["D5 to X9"]),
    "line that nobody cites": ("rules.txt", "", "D98   the rule of nobody\n", ["no comment cites", "D98"]),
    "line twice": ("rules.txt", "", "D34   once more\n", ["D34   once more"]),
    "line without words": ("rules.txt", "", "D98\n", ["D98"]),
    "line that ends the comment": ("rules.txt", "", "D98   a */ b\n", ["D98"]),
    "no line in the contents": ("cucore_copy.h", ">>copy-rules ", ">>copy-other ", ["cucore_copy.h", "CONTENTS"]),
    "cited in C++": ("cpp/view.h", "", NEW.format("D34"), ["src/cpp/cucore.hpp", "no list", "D34"]),
    "no end of declarations": ("cucore.h", "end of the declarations", "the end", ["cucore.h", "end of the declarations"]),
}


@pytest.mark.parametrize("row", RULES_GO_WRONG.values(), ids=RULES_GO_WRONG)
def test_rules_without_a_line_and_lines_without_a_rule(tmp_path, row):
    name, old, new, named = row
    for folder in ("src", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    path = tmp_path / "src" / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new) if old else text + new)
    done = subprocess.run([sys.executable, str(tmp_path / "tools" / "amalgamate.py")], capture_output=True, text=True)
    assert done.returncode == 1 and all(part in done.stderr for part in named), done.stderr
    assert not list(tmp_path.glob("*.h"))


NO_RULES = ["/* C99 and C11, 3.5 times, cuda 12.0, A100x, CUCORE_D98, #D981234 */", 'const char *name = "/* rules D98 */";',
            "int D98 = 1;", "/* the rules of 98 */", "char c = '\"'; int X98; /* \" */"]


@pytest.mark.parametrize("text", NO_RULES)
def test_what_cites_no_rule(tmp_path, text):
    for folder in ("src", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    path = tmp_path / "src" / "core" / "status.h"
    path.write_text(path.read_text() + text + "\n")
    subprocess.run([sys.executable, str(tmp_path / "tools" / "amalgamate.py")], check=True)


CITING = [name for name in HEADERS if amalgamate.TAG.search((SOURCES / name).read_text())]


@pytest.mark.parametrize("name", CITING)
def test_a_header_has_the_rules_that_it_cites(name):
    """Somebody who has the headers alone can look each of them up."""
    lines = dict(line.split(maxsplit=1) for line in (SOURCES / "rules.txt").read_text().splitlines() if line[0] != "#")
    declared, _, implemented = (ROOT / name).read_text().partition("end of the declarations -- */")
    contents, tag = re.search(r"^ \*     (>>(?:\w+-)?rules) +(.*)$", declared, re.MULTILINE).group(0, 1)
    assert all(len(re.findall(rf"{tag}\b", (ROOT / other).read_text())) == (2 if other == name else 0) for other in HEADERS)
    section = declared.split(f"{tag} -- */\n", 1)[1]
    listed = re.findall(r"^ \* ([A-Z0-9.]+) {2,}(.*)$", section, re.MULTILINE)
    assert listed and all(lines[rule] == meaning for rule, meaning in listed)
    assert not re.search(r"^(?! ?[/*])", section.strip(), re.MULTILINE)  # a comment, to its end
    elsewhere = declared.replace(section, "") + implemented
    elsewhere = re.sub(r'^ *".*"[,;]?$', "", elsewhere, flags=re.MULTILINE)  # packed PTX has the marks of comments in it
    known = {rule for rule, _ in listed}
    assert len(known) == len(listed)
    assert set(re.findall(r"\b[DXAPTB]\d+\b", contents)) <= known
    for comment in re.findall(r"/\*.*?\*/", elsewhere, re.DOTALL):
        assert set(re.findall(r"\b(?:[DXAPTB]\d{1,3}|C\d)\b", comment)) <= known


@pytest.mark.parametrize("path", [*ROOMS, *SOURCES.glob("*.h")], ids=lambda path: str(path.relative_to(SOURCES)))
def test_rules_are_cited_as_rules(path):
    """"rules D34", as >>rules has it; protocols.md is not beside the headers."""
    assert not re.search(r"\bprotocols\s+(?:\* )?(?:table )?[ABCDPTX]?\d", path.read_text())


def test_rules_are_those_of_the_rule_book():
    """Each exists, is said shortly, and they are in order."""
    book = (ROOT / "docs" / "dev" / "protocols.md").read_text()
    names = []
    for line in (SOURCES / "rules.txt").read_text().splitlines():
        assert len(line) <= 117, line
        if line[0] == "#":
            continue
        name = line.split()[0]
        names.append(name)
        assert re.search(rf"^(?:- \*\*{name}\*\* |\| {name} \||###? {re.escape(name)}\.? )", book, re.MULTILINE), name
    assert names == sorted(names, key=lambda name: (name[:name[0].isalpha()], *map(int, re.findall(r"\d+", name))))


@pytest.mark.parametrize("name", [*HEADERS, *OF_CPP])
def test_a_header_says_what_it_was_made_from(name):
    source = f"cpp/{OF_CPP[name]}" if name in OF_CPP else name
    assert f"Made from src/{source} by tools/amalgamate.py" in (ROOT / name).read_text().split("\n")[1]


def first_example(name):
    """The program in the first comment of a header, and how its output begins: the comment at its last call of puts."""
    top = (ROOT / name).read_text().partition("*/")[0]
    lines = re.search(r"^ \*     #define CUCORE_IMPLEMENTATION.*?^ \*     }\n", top, re.MULTILINE | re.DOTALL).group()
    program = re.sub(r"^ \*     ", "", lines, flags=re.MULTILINE)
    return program, re.findall(r"puts\(text\); +// (.*?)\.\.\.$", program, re.MULTILINE)[-1]


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("compiler, options", [(readme.CC, ["-std=c99", "-Wstrict-prototypes"]), (readme.CXX, ["-x", "c++", "-std=c++11"])],
                         ids=["c99", "c++11"])
def test_the_first_example_of_a_header(tmp_path, name, compiler, options):
    """It is short, it stands in the first 40 lines, and it prints what it says."""
    program, expected = first_example(name)
    assert len(program.splitlines()) <= 20 and program.splitlines()[-1] in "\n".join((ROOT / name).read_text().split("\n")[:40])
    (tmp_path / "example.c").write_text(program)
    folders = includes() if name == "cucore_dlpack.h" else []
    subprocess.run([compiler, *options, *WARNINGS, "-Wpedantic", f"-I{ROOT}", *folders, "example.c", "-o", "example", "-ldl", "-lpthread"],
                   cwd=tmp_path, check=True)
    done = subprocess.run([str(tmp_path / "example")], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(expected) and len(expected) > 20


def test_declarations_begin_early():
    """Somebody who opens cucore.h sees the first declarations within three screens; names for the linker stand beside functions."""
    lines = (ROOT / "cucore.h").read_text().split("\n")
    assert next(number for number, line in enumerate(lines, 1) if line.startswith("typedef ")) <= 150
    text = "\n".join(lines)
    named = re.findall(r"^#define cucore(\w+) CUCORE_NAME\(\1\)\nCUCORE_API [^;{]*?\bcucore\1\(", text, re.MULTILINE)
    assert len(named) > 100 and len(named) == len(re.findall(r"^#define cucore\w+ CUCORE_NAME", text, re.MULTILINE))


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(SOURCES)))
def test_rooms(path):
    """A file is short, and begins with what it is for."""
    name, lines = str(path.relative_to(SOURCES)), path.read_text().split("\n")
    if name.startswith("made/ptx_"):
        assert "Made by `make kernels`" in lines[2]
        return
    assert len(lines) <= LIMIT + 1
    assert name == "copy/emit/params.h" or any(line.startswith(f"/* {name}: ") for line in lines[:2])


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(SOURCES)))
def test_no_line_begins_as_a_module_of_cpp20(path):
    """`module` at the beginning of a line is a keyword to some compilers of C++20."""
    assert not re.search(r"^\s*(?:module|import|export)\b", path.read_text(), re.MULTILINE)


def test_the_map_has_every_room():
    """src/README.md has a row for each file; the kernels are a folder of their own."""
    rows = {f"{folder}/{name}" for folder, table in re.findall(r"^## ([\w/]+)/\n(.*?)(?=^## |\Z)",
            (ROOT / "src" / "README.md").read_text(), re.MULTILINE | re.DOTALL)
            for name in re.findall(r"^- `([\w.]+)`: \S", table, re.MULTILINE)}
    assert {row for row in rows if "/kernels/" not in row} == {str(path.relative_to(SOURCES)) for path in FILES}


@pytest.mark.parametrize("implemented", [False, True], ids=["declared", "implemented"])
@pytest.mark.parametrize("compiler, standard", LANGUAGES)
def test_the_sources_compile_as_they_stand(tmp_path, compiler, standard, implemented):
    text = "".join(f'#include "{name}"\n' for name in ["cucore_cast.h", "cucore_python.h", *HEADERS])
    done = compiled(tmp_path, ("#define CUCORE_IMPLEMENTATION\n" if implemented else "") + text, f"-std={standard}",
                    f"-I{SOURCES}", compiler=compiler)
    assert done.returncode == 0, done.stderr


def test_the_sources_of_cpp_compile_as_they_stand(tmp_path):
    done = compiled(tmp_path, '#include "cucore_python.h"\n#include "cpp/cucore.hpp"\ncucore::view made;\ncucore::gil *held;\n',
                    "-std=c++17", f"-I{SOURCES}", compiler=readme.CXX)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("implemented", [False, True], ids=["declared", "second-implemented"])
@pytest.mark.parametrize("order", [("python", "copy"), ("copy", "python")], ids="-".join)
def test_copies_of_objects_are_declared_in_any_order(tmp_path, order, implemented):
    """Implementations: test_fitting.py."""
    first, second = (f'#include "cucore_{name}.h"\n' for name in order)
    text = first + "#define CUCORE_IMPLEMENTATION\n" * implemented + second
    text += "int used(PyObject *a, PyObject *b);\nint used(PyObject *a, PyObject *b)\n{\n" \
            "    return cucore_py_copy(a, b, NULL, NULL);\n}\n"
    done = compiled(tmp_path, text, f"-I{ROOT}")
    assert done.returncode == 0, done.stderr


CAST = "X(CAST,                 43)"
LAST_CODE = 'X(BCOMPLEX, 18, "bcomplex", 1, 32)'
FORGOTTEN = {  # what is changed in which header, and what the compiler then speaks of
    "code out of its place": ("cucore.h", LAST_CODE, LAST_CODE.replace("18", "19"), "assert_codes_are_rows"),
    "code without a name": ("cucore.h", LAST_CODE, "X(BCOMPLEX, 18)", "at least one argument"),
    "code without bits": ("cucore.h", LAST_CODE, LAST_CODE.replace(", 32)", ")"), "at least one argument"),
    "code with too many bits": ("cucore.h", LAST_CODE, LAST_CODE.replace(", 32)", ", 1, 2, 3, 4, 5, 6, 7, 8)"), "initializer"),
    "code without a row": ("cucore.h", "CUCORE_CODE_OPAQUE = 254,", "CUCORE_CODE_NEW = 253, CUCORE_CODE_OPAQUE = 254,", "CODE_NEW"),
    "status out of its place": ("cucore.h", "X(FOREIGN, -14,", "X(FOREIGN, -15,", "assert_statuses_are_rows"),
    "protocol without a flag": ("cucore_python.h", "X(CAI, CAI, ", "X(NEW, CAI, ", "CUCORE_BY_NEW"),
    "protocol without a name": ("cucore_python.h", "X(CAI, CAI, ", "X(CAI, NEW, ", "CUCORE__PY_NEW"),
    "protocol without a decoder": ("cucore_python.h", "cucore__py_from_cai)", "cucore__py_from_new)", "cucore__py_from_new"),
    "two flags on one bit": ("cucore.h", CAST, CAST.replace("43", "42"), "duplicate case"),
    "flag on a private bit": ("cucore.h", CAST, CAST.replace("43", "63"), "duplicate case"),
    "flag without a name": ("cucore.h", "#define CUCORE_CAST ", "#define CUCORE_CASTS ", "CUCORE_CAST"),
    "name without a flag": ("cucore_python.h", "CUCORE_CAST", "CUCORE_NEW", "CUCORE_NEW"),
}


@pytest.mark.parametrize("compiler, standard", C_OR_ALSO_CPP)
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


# What other versions of dlpack.h make of the installed one: (pattern, what is there instead).
BEFORE_1_2 = [(r"typedef struct DLManagedTensorVersioned \{", "struct DLManagedTensorVersioned {"),
              (r"\} DLManagedTensorVersioned;.*?(?=#ifdef __cplusplus\n\})", "};\n\n")]
CONST = [(r"\n( *)(?:const )?int64_t ?\* ?(shape|strides);", r"\n\1const int64_t* \2;")]
MINOR, MAJOR = r"(#define DLPACK_MINOR_VERSION) \d+", r"(#define DLPACK_MAJOR_VERSION) \d+"
DLPACKS = {  # what is changed, where it lies, what comes before cucore's headers
    "as it is": ([], "dlpack/dlpack.h", ""),
    "1.0": ([*BEFORE_1_2, (MINOR, r"\1 0"), (r"#define DLPACK_FLAG.*", "")], "dlpack/dlpack.h", ""),
    "1.1, as CuPy's": ([*BEFORE_1_2, (MINOR, r"\1 1")], "dlpack/dlpack.h", ""),
    "1.0 with const, as torch's 2.7 to 2.9": ([*BEFORE_1_2, *CONST, (MINOR, r"\1 0")], "dlpack/dlpack.h", ""),
    "const in a newer one": (CONST, "dlpack/dlpack.h", ""),
    "without a folder": ([], "dlpack.h", ""),
    "named": ([], "ATen/dlpack.h", "#define CUCORE_DLPACK_HEADER <ATen/dlpack.h>\n"),
    "named, included before": ([], "mine.h", '#include "mine.h"\n#define CUCORE_DLPACK_HEADER "mine.h"\n'),
    "included before": ([*BEFORE_1_2, (MINOR, r"\1 0")], "mine.h", '#include "mine.h"\n'),
}
DLPACKS_REFUSED = {
    "none": None,
    "0.8": ([(MAJOR, "#define DLPACK_VERSION 80"), (MINOR, "#define DLPACK_ABI_VERSION 1")], "dlpack/dlpack.h", ""),
    "0.8 without a folder": ([(MAJOR, ""), (MINOR, "")], "dlpack.h", ""),
    "0.8, included before": ([(MAJOR, ""), (MINOR, "")], "dlpack/dlpack.h", "#include <dlpack/dlpack.h>\n"),
    "0.8, named": ([(MAJOR, ""), (MINOR, "")], "mine.h", '#define CUCORE_DLPACK_HEADER "mine.h"\n'),
    "2.0": ([(MAJOR, r"\1 2")], "dlpack/dlpack.h", ""),
}
USES_DLPACK = """#define CUCORE_IMPLEMENTATION
#include "cucore_python.h"
int used(DLManagedTensor *legacy, DLManagedTensorVersioned *versioned, cucore_view *out);
int used(DLManagedTensor *legacy, DLManagedTensorVersioned *versioned, cucore_view *out)
{
    return cucore_view_adopt_dlmanaged(legacy, NULL, out) || cucore_view_adopt_dlmanaged_versioned(versioned, NULL, out);
}
"""


def compiled_with_dlpack(folder, row, compiler, standard, *more):
    found = includes("CUDA_INCLUDE", "PYTHON_INCLUDE")
    if row:
        changes, place, before = row
        installed = pathlib.Path(os.environ["DLPACK_INCLUDE"])
        text = next(path for path in (installed / "dlpack" / "dlpack.h", installed / "dlpack.h") if path.is_file()).read_text()
        for pattern, replacement in changes:
            text = re.sub(pattern, replacement, text, flags=re.DOTALL if pattern.endswith(r"\})") else 0)
        assert "typedef struct DLManagedTensorVersioned" not in text or changes[:2] != BEFORE_1_2
        assert ("const int64_t* shape;" in text) or not set(CONST) <= set(changes)
        (folder / place).parent.mkdir(exist_ok=True)
        (folder / place).write_text(text)
    return compiled(folder, (row[2] if row else "") + USES_DLPACK, f"-std={standard}", f"-I{ROOT}", "-isystem", str(folder), *more,
                    compiler=compiler, found=found)


@pytest.mark.parametrize("compiler, standard", C_OR_ALSO_CPP)
@pytest.mark.parametrize("row", DLPACKS.values(), ids=DLPACKS)
def test_every_dlpack_h_of_version_1(tmp_path, row, compiler, standard):
    """Also where the system has an old one, as with Debian's libdlpack-dev."""
    system = tmp_path / "system" / "dlpack"
    system.mkdir(parents=True)
    (system / "dlpack.h").write_text("#ifndef DLPACK_DLPACK_H_\n#define DLPACK_DLPACK_H_\n#define DLPACK_VERSION 60\n#endif\n")
    done = compiled_with_dlpack(tmp_path, row, compiler, standard, "-idirafter", str(system.parent))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("compiler, standard", C_OR_ALSO_CPP)
@pytest.mark.parametrize("row", DLPACKS_REFUSED.values(), ids=DLPACKS_REFUSED)
def test_another_dlpack_h_or_none_ends_the_compilation(tmp_path, row, compiler, standard):
    """An #error with the ways to get one, and nothing of what would follow from it."""
    done = compiled_with_dlpack(tmp_path, row, compiler, standard)
    errors = re.findall(r"error: .*", done.stderr)
    assert done.returncode != 0 and len(errors) == 2, done.stderr
    assert all(word in errors[0] for word in ("needs dlpack.h 1.x", "python -m cucore --includes", "pip install apache-tvm-ffi", "dmlc/dlpack", "DLPACK_HEADER"))
    assert "see the error above" in errors[1]


def python_of(folder, version):
    """Python.h as that version has it, as far as its number goes."""
    (folder / "Python.h").write_text("#include_next <Python.h>\n#undef PY_VERSION_HEX\n"
                                     f"#define PY_VERSION_HEX {version}\n")
    return [f"-I{folder}"]


CORE, ALL = '#include "cucore.h"\n', '#include "cucore_blocks.h"\n#include "cucore_results.h"\n'
ENDS = "see the error above"  # which cannot be included: without it the user's own code would be full of errors
NOT_COMPILED = {  # options, the headers, what each error has to say
    "C89": (["-std=c89"], CORE, ["cucore needs C99: compile with -std=c99", ENDS]),
    "C89, Python": (["-std=c89"], ALL, ["cucore needs C99: compile with -std=c99", ENDS]),
    "C95": (["-std=iso9899:199409"], CORE, ["cucore needs C99: compile with -std=c99", ENDS]),
    "Python 3.8": (lambda folder: ["-std=c99", *python_of(folder, "0x030812F0")], ALL, ["needs Python 3.9 or newer"]),
    "Python 3.8, C++": (lambda folder: ["-xc++", "-std=c++11", *python_of(folder, "0x030812F0")], ALL, ["needs Python 3.9"]),
    "Python 3.8, limited API": (lambda folder: ["-std=c99", "-DPy_LIMITED_API=0x03080000", *python_of(folder, "0x030812F0")], ALL,
                                ["needs Python 3.9 or newer"]),
    "limited API of 3.10": (["-std=c99", "-DPy_LIMITED_API=0x030A0000"], ALL, ["needs Py_LIMITED_API 0x030B0000 or newer"]),
    "short enums": (["-std=c99", "-fshort-enums"], CORE, ["cucore__assert_no_short_enums"]),
    "packed structs": (["-std=c99", "-fpack-struct"], CORE, ["cucore__assert_no_pack_struct"]),
    "packed structs, 4": (["-std=c99", "-fpack-struct=4"], CORE, ["cucore__assert_no_pack_struct"]),
}


@pytest.mark.parametrize("implemented", [False, True])
@pytest.mark.parametrize("row", NOT_COMPILED.values(), ids=NOT_COMPILED)
def test_what_is_not_compiled_says_why_and_nothing_else(tmp_path, row, implemented):
    options, text, words = row
    found = includes("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE") if text is ALL else []
    options = options(tmp_path) if callable(options) else options
    done = compiled(tmp_path, "#define CUCORE_IMPLEMENTATION\n" * implemented + text, "-w", f"-I{ROOT}", *options, found=found)
    errors = re.findall(r"^\S+ (?:fatal )?error: (.*)", done.stderr, re.M)
    assert done.returncode != 0 and len(errors) == len(words), done.stderr
    assert all(word in error for word, error in zip(words, errors)), done.stderr


def test_gnu89_is_enough(tmp_path):
    """What gcc before 5 speaks if nothing is said."""
    done = compiled(tmp_path, "#define CUCORE_IMPLEMENTATION\n" + ALL, "-std=gnu89", f"-I{ROOT}",
                    found=includes("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE"))
    assert done.returncode == 0, done.stderr


def test_a_compiler_without_has_include(tmp_path):
    """It includes no cuda.h, which may not be there, and <dlpack/dlpack.h>."""
    for name in HEADERS:
        text = (ROOT / name).read_text()
        (tmp_path / name).write_text(text.replace("__has_include", "cucore_test_has_no_include"))
    (tmp_path / "cuda.h").write_text("#error cuda.h was included\n")
    done = compiled(tmp_path, f"#define CUCORE_IMPLEMENTATION\n{ALL}", "-std=c99", f"-I{tmp_path}",
                    found=includes("DLPACK_INCLUDE", "PYTHON_INCLUDE"))
    assert done.returncode == 0, done.stderr


OF_OTHERS = """#include <Python.h>
#include <cuda.h>
#include <dlpack/dlpack.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sys/socket.h>
"""
ASKED = {"PYPY_VERSION", "PY_SSIZE_T_CLEAN"}  # macros that headers ask for


@pytest.mark.parametrize("compiler, standard", LANGUAGES)
def test_macros_of_others(tmp_path, compiler, standard):
    """UINT8, FLOAT, OUT, ...: whatever upper-case word the headers use that neither they nor the system define may be a macro."""
    found = includes("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE")
    (tmp_path / "others.c").write_text(OF_OTHERS)
    others = subprocess.run([compiler, "-E", "-dD", "-D_GNU_SOURCE", *found, str(tmp_path / "others.c")], capture_output=True,
                            text=True, timeout=60, check=True).stdout
    used = set()
    for name in HEADERS:
        text = re.sub(r"/\*.*?\*/|\"(\\.|[^\"\\\n])*\"|'(\\.|[^'\\\n])*'", " ", (ROOT / name).read_text(), flags=re.S)
        used |= set(re.findall(r"\b[A-Z][A-Z0-9_]*\b", text))
    macros = {name for name in used if not name.startswith("CUCORE")} - set(re.findall(r"\w+", others)) - ASKED
    assert {"UINT8", "FLOAT", "BOOL", "OVERFLOW"} <= macros
    text = OF_OTHERS + "".join(f"#define {name} {name.lower()} is a macro !\n" for name in sorted(macros))
    done = compiled(tmp_path, text + "#define CUCORE_IMPLEMENTATION\n" + ALL + '#include "cucore_kernel.h"\n#include "cucore_share.h"\n', f"-std={standard}",
                    "-D_GNU_SOURCE", f"-I{ROOT}", compiler=compiler, found=found)
    assert done.returncode == 0, done.stderr


SECTIONS = ["cc", "-O1", "-fPIC", "-ffunction-sections", "-fdata-sections", f"-I{ROOT}"]
USES = {  # what a program uses, and whether the kernels of copies have to be in it
    "nothing": ("0", False),
    "names": ("(int)cucore_dtype_to_name(CUCORE_DTYPE_FLOAT32, text, sizeof text) + cucore_status_text((cucore_status)-argc)[0]",
              False),
    "layouts": ("(int)cucore_layout_make_dense(2, shape, 'C', argc, &layout)", False),
    "copies": ("(int)cucore_view_copy(&view, &view, NULL, NULL)", True),
}


@pytest.fixture(scope="module")
def sections(tmp_path_factory):
    """The implementation, each function and array in a section of its own."""
    folder = tmp_path_factory.mktemp("sections")
    (folder / "all.c").write_text('#define CUCORE_IMPLEMENTATION\n#include "cucore_cast.h"\n')
    subprocess.run([*SECTIONS, *includes(), "-c", str(folder / "all.c"), "-o", str(folder / "all.o")], check=True)
    return folder / "all.o"


@pytest.mark.skipif(sys.platform != "linux", reason="--gc-sections is an option of GNU linkers")
@pytest.mark.parametrize("shared", [False, True], ids=["program", "module"])
@pytest.mark.parametrize("row", USES.values(), ids=USES)
def test_what_is_not_used_goes(tmp_path, sections, row, shared):
    """The linker drops functions and the text of kernels."""
    used, has_kernels = row
    source, program = tmp_path / "use.c", tmp_path / "program"
    source.write_text(f"""#include "cucore_copy.h"
int main(int argc, char **argv)
{{
    const int64_t shape[2] = {{2, 3}};
    cucore_layout layout;
    cucore_view view = {{0}};
    char text[64];
    (void)argc, (void)argv, (void)shape, (void)layout, (void)view, (void)text;
    return {used};
}}
""")
    subprocess.run([*SECTIONS, *["-shared"] * shared, "-Wl,--gc-sections", "-s", *includes(), str(source), str(sections), "-o",
                    str(program), "-ldl", "-lpthread"], check=True)
    data = program.read_bytes()
    assert (b".target sm_50" in data) is has_kernels
    assert len(data) > 150_000 if has_kernels else len(data) < 30_000


@pytest.mark.parametrize("name", [name for name in HEADERS if name != "cucore.h"])
def test_headers_of_two_versions_do_not_compile(tmp_path, name):
    for header in HEADERS:
        shutil.copy(ROOT / header, tmp_path)
    core = tmp_path / "cucore.h"
    core.write_text(re.sub(r"(#define CUCORE_VERSION_PATCH) \d+", r"\1 99", core.read_text()))
    done = compiled(tmp_path, f'#include "{name}"\n', f"-I{tmp_path}")
    assert done.returncode != 0 and f"{name} is of version" in done.stderr and "cucore.h that was included" in done.stderr
