"""`vendor --for`, `single --for` and `update` of both: headers cut to what files name."""
import json
import os
import random
import re
import shutil
import subprocess

import pytest

import cutting
import readme
import test_packaging
import test_readme
from cucore import _copies, _cut  # noqa: E402
from cucore.__main__ import main  # noqa: E402

ROOT = readme.ROOT
EVERY = readme.EVERY
CC = os.environ.get("CC") or "cc"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wunused", "-Werror", "-Wno-missing-field-initializers"]
PLAIN = '#define CUCORE_STATIC\n#include "cucore_dlpack.h"\n#include "cucore_cai.h"\n'
C_API = ("cucore_view_adopt_dlmanaged_versioned cucore_view_to_dlmanaged_versioned cucore_view_from_interface cucore_view_to_interface "
         "cucore_views_begin_access cucore_views_end_access cucore_view_release").split()


def naming(functions, headers='#include "cucore_dlpack.h"\n#include "cucore_cai.h"\n'):
    """A source that takes the addresses of functions."""
    rows = "".join(f"    (used_function){name},\n" for name in functions)
    return (f"#define CUCORE_STATIC\n{headers}typedef void (*used_function)(void);\nextern const used_function used[];\n"
            f"const used_function used[] = {{\n{rows}}};\n")


def module_of_the_readme():
    source, = [block for block in readme.blocks("c") if "PyMODINIT_FUNC" in block]
    return source


THREE = """\
#define CUCORE_STATIC
#include "cucore_dlpack.h"
int tensor(DLManagedTensorVersioned *in, DLManagedTensorVersioned **out);
int tensor(DLManagedTensorVersioned *in, DLManagedTensorVersioned **out)
{
    cucore_view x;
    *out = NULL;
    if (cucore_view_adopt_dlmanaged_versioned(in, NULL, &x)) return -1;
    if (cucore_view_move_to_dlmanaged_versioned(&x, 0, out)) return -1;
    cucore_view_release(&x);
    return 0;
}
"""
SOURCES = {  # what is named, the most lines of its headers, and the lines of the whole ones at least
    "README's module": (module_of_the_readme, 10_700, 16_000),
    "plain C": (lambda: naming(C_API), 4_750, 9_300),
    "three functions": (lambda: THREE, 3_300, 8_500),
    "a tensor": (lambda: naming(["cucore_view_from_dltensor"], '#include "cucore_dlpack.h"\n'), 2_550, 8_500),
}


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    """Name -> the folder of a source and its cut headers, made once."""
    made = {}

    def folder(name):
        if name not in made:
            made[name] = tmp_path_factory.mktemp("cut")
            (made[name] / "main.c").write_text(SOURCES[name][0]())
            cutting.cut(made[name] / "cut", made[name] / "main.c")
        return made[name]
    return folder


def whole_lines(folder):
    return sum(_cut.count((ROOT / path.name).read_text()) for path in (folder / "cut").glob("cucore*.h"))


@pytest.mark.parametrize("name", SOURCES)
def test_few_lines_are_left(copies, name):
    folder = copies(name)
    assert cutting.code_lines(folder / "cut") <= SOURCES[name][1] and whole_lines(folder) > SOURCES[name][2]


STATED = {"README's module": "by `vendor --for message.c` ([\\d,]+) ", "three functions": "cut headers: ([\\d,]+) lines"}


@pytest.mark.parametrize("name", STATED)
def test_the_readme_says_what_a_user_carries(copies, name):
    """To 3%; the size of the three functions as test_readme.py measures the others."""
    text = (ROOT / "README.md").read_text()
    stated = int(re.search(STATED[name], text)[1].replace(",", ""))
    assert cutting.code_lines(copies(name) / "cut") == pytest.approx(stated, rel=0.03)
    whole = int(re.search("its headers have ([\\d,]+) lines with code", text)[1].replace(",", ""))
    assert name == "three functions" or whole_lines(copies(name)) == pytest.approx(whole, rel=0.03)
    if name == "three functions" and (gcc := test_readme.gcc_12()):
        module = copies(name) / "module.so"
        subprocess.run([gcc, "-O2", "-shared", "-fPIC", "-s", str(copies(name) / "main.c"), "-o", str(module),
                        *cutting.includes(copies(name) / "cut")], check=True)
        kb = int(re.search(r"^\| three functions in plain C .*?\| (\d+) \|", text, re.M)[1])
        assert module.stat().st_size / 1024 == pytest.approx(kb, rel=0.05)


SAME = [("plain C", "gcc"), ("a tensor", "clang++")]
SAME += [(name, compiler) for name in SOURCES for compiler in cutting.COMPILERS if EVERY and (name, compiler) not in SAME]


@pytest.mark.parametrize("name, compiler", SAME)
def test_the_object_code_is_the_same(copies, name, compiler):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    folder = copies(name)
    differing, count = cutting.compare(compiler, folder / "main.c", folder / "cut", "-O2")
    assert count > 50 and not differing


def test_a_difference_is_found():
    """The comparison sees another number, another string, another label, and not another number of a label."""
    frame = "\t.text\n\t.type\tf, @function\nf:\n\tmovl\t$%d, %%eax\n\tleaq\t.L%s(%%rip), %%rdi\n\tjmp\t.L%s\n.L%s:\n\tret\n\t.size\tf, .-f\n" \
            "\t.section\t.rodata\n.L%s:\n\t.string\t\"%s\"\n"
    same = cutting.functions(frame % (1, "C0", "2", "2", "C0", "a"))
    assert len(same["f"]) == 5 and same == cutting.functions(frame % (1, "C7", "9", "9", "C7", "a"))
    for other in ((2, "C0", "2", "2", "C0", "a"), (1, "C0", "2", "2", "C0", "b")):
        assert same != cutting.functions(frame % other)


BY = {".c": cutting.COMPILERS, ".cpp": ("g++", "clang++"), ".cu": ("nvcc",), ".pyx": ("gcc", "clang")}
OF_OTHERS = [(path, compiler) for suffix in BY for folder in ("examples", "tests/ports") for path in sorted((ROOT / folder).rglob(f"*{suffix}"))
             for compiler in BY[suffix]]


@pytest.mark.skipif(not EVERY, reason="takes 20 minutes: EVERY=1")
@pytest.mark.parametrize("path, compiler", OF_OTHERS, ids=[f"{path.relative_to(ROOT)}-{compiler}" for path, compiler in OF_OTHERS])
def test_examples_and_ports_are_the_same(tmp_path, path, compiler):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    source = path
    if path.suffix == ".pyx":
        pytest.importorskip("Cython")
        source = cutting.from_cython(path, tmp_path)
        if source is None:
            pytest.skip("it needs files that are made when the port runs")
    found = cutting.compare(compiler, source, cutting.cut(tmp_path / "cut", path), f"-I{path.parent}")
    if found is None:
        pytest.skip("the whole headers do not compile either: a library is not here, or C is not C++")
    assert not found[0] and found[1]


MODES = [("plain C", "c", "STATIC"), ("a tensor", "c++", "IMPLEMENTATION")]
MODES = [(name, language, macro) for name in SOURCES for language in ("c", "c++") for macro in ("STATIC", "IMPLEMENTATION")] if EVERY else MODES


@pytest.mark.parametrize("name, language, macro", MODES)
def test_no_warnings(copies, tmp_path, name, language, macro):
    """Nothing that is left is unused, also with the implementation as functions that are not static."""
    folder = copies(name)
    text = (folder / "main.c").read_text()
    (tmp_path / "main.c").write_text(re.sub(r"#define CUCORE_\w+", f"#define CUCORE_{macro}", text, count=1))
    command = [CC, "-x", language, "-std=c99" if language == "c" else "-std=c++11", "-O1", "-S", *WARNINGS, str(tmp_path / "main.c"), "-o",
               os.devnull, *cutting.includes(folder / "cut")]
    subprocess.run(command, check=True)


ANY_NUMBER = """\
#define CUCORE_STATIC
#include "cucore_python.h"
static const cucore_arg expected[4] = {CUCORE_ARG("a", "float32", "n", 0), CUCORE_ARG("b", "float32", "n", 0),
                                       CUCORE_ARG("c", "float32", "n", CUCORE_OUTPUT), CUCORE_ARG("d", "float32", "n", 0)};
PyObject *first(PyObject *self, PyObject *const *objs, Py_ssize_t count);
PyObject *first(PyObject *self, PyObject *const *objs, Py_ssize_t count)
{
    cucore_view v[4];
    CUstream stream = NULL;
    double sum = 0;
    (void)self;
    if (count > 4) return NULL;
    if (cucore_py_args(objs, (size_t)count, expected, stream, v) < 0) return NULL;
    sum = (double)v[0].layout.shape[0];
    if (cucore_py_args_release(v, (size_t)count, stream) < 0) return NULL;
    return PyFloat_FromDouble(sum);
}
"""


@pytest.mark.skipif(not test_readme.gcc_12(), reason="no gcc 12")
def test_gcc_takes_no_view_for_uninitialized(tmp_path):
    """Of a variable number of arguments, as far as gcc knows none."""
    (tmp_path / "main.c").write_text(ANY_NUMBER)
    cutting.cut(tmp_path / "cut", tmp_path / "main.c")
    subprocess.run([test_readme.gcc_12(), "-O3", "-S", *WARNINGS, str(tmp_path / "main.c"), "-o", str(tmp_path / "main.s"),
                    *cutting.includes(tmp_path / "cut")], check=True)


def test_rules_contents_and_names_are_cut_alike(copies):
    folder = copies("plain C") / "cut"
    texts = {path.name: path.read_text() for path in folder.glob("cucore*.h")}
    for name, text in texts.items():
        listed = re.findall(rf"^ \* ({_cut.RULE.pattern}) +\S", re.search(r">>\w*-?rules -- \*/(.*?)\*/", text, re.S)[1], re.M)
        assert listed and set(listed) <= _cut.rules_in(text.replace("rules -- */", "", 1)), name
        whole = (ROOT / name).read_text()
        assert len(listed) < len(re.findall(rf"^ \* {_cut.RULE.pattern}  ", whole, re.M)), name
        parts = set(re.findall(r"^/\* -+ (>>[\w-]+) --", text, re.M))
        contents = re.search(r"CONTENTS.*?\n(.*?)\*/", text, re.S)[1]
        tags = {tag for line in contents.split("\n") if line.startswith(" *     >>") for tag in re.findall(r"^ \*     ((?:>>[\w-]+,? )+)", line)}
        assert all(any(tag.strip(" ,") in parts or tag.startswith(">>impl-") for tag in row.split()) for row in tags), name
        assert text.splitlines()[-1] == whole.splitlines()[-1], "the licence"
    assert "cucore_view_slice - " not in texts["cucore.h"] and "cucore_view_slice" in texts["cucore.h"].split(">>cut")[1]


GONE = {  # what is written, of what a copy for cucore_view_from_dltensor has not
    "function": ("int f(void) { return cucore_layout_reshape(0, 0, 0, 0); }", "cucore_layout_reshape"),
    "type": ("cucore_launch_config config;", "cucore_launch_config"),
    "macro": ("static unsigned long long flags(void) { return CUCORE_OUTPUT; }", "CUCORE_OUTPUT"),
    "pointer to a type": ("void f(const cucore_buffer *buffer);", "cucore_buffer"),
    "enum": ("cucore_memory_kind kind;", "cucore_memory_kind"),
    "function-like macro": ("void f(void) { CUCORE_AUTO(cucore_view) view; }", "CUCORE_AUTO"),
    "inline function": ("void *f(void) { return (void *)cucore_slice_all; }", "cucore_slice_all"),
    "value of an enum": ("int f(void) { return (int)CUCORE_MEMORY_PINNED; }", "CUCORE_MEMORY_PINNED"),
}


@pytest.mark.parametrize("compiler", [name for name in cutting.COMPILERS if EVERY or name in ("gcc", "clang++")])
@pytest.mark.parametrize("name", GONE)
def test_a_name_that_was_cut_says_what_to_run(copies, compiler, name):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    folder = copies("a tensor")
    text = f'#include "cucore_dlpack.h"\n{GONE[name][0]}\n'
    done = subprocess.run([*cutting.COMPILERS[compiler], "-fsyntax-only", *(["-xc"] if "++" not in compiler else []), "-",
                           *cutting.includes(folder / "cut")], input=text, capture_output=True, text=True, cwd=folder)
    assert done.returncode and re.search(rf"error: .*{GONE[name][1]}. is unavailable: .*python -m cucore update", done.stderr), done.stderr


def test_update_brings_what_is_named_now(tmp_path, capsys):
    source, folder = tmp_path / "src" / "main.c", tmp_path / "third_party" / "cucore"
    test_packaging.header(tmp_path, "src/main.c", naming(["cucore_view_from_dltensor"], '#include "cucore_dlpack.h"\n'))
    cutting.cut(folder, source)
    note = (folder / _copies.NOTE).read_text()
    assert json.loads(re.search(r"^Cut for (.*)$", note, re.M)[1]) == {"files": ["../../src/main.c"]}
    assert "cucore_layout_reshape CUCORE_NAME" not in (folder / "cucore.h").read_text()
    source.write_text(naming(["cucore_view_from_dltensor", "cucore_layout_reshape", "cucore_dtype_from_typestr"]))
    main(["update", str(folder)])
    out = capsys.readouterr().out
    assert "cucore.h: updated" in out and "cucore_cai.h: new" in out and "cucore_dlpack.h: as before" in out
    assert "cucore_layout_reshape CUCORE_NAME" in (folder / "cucore.h").read_text()
    source.write_text(naming(["cucore_layout_reshape"], '#include "cucore.h"\n'))
    main(["update", str(folder)])  # what no file includes any more stays, as little as it needs
    assert {path.name for path in folder.glob("cucore*.h")} == {"cucore.h", "cucore_dlpack.h", "cucore_cai.h"}
    (folder / "cucore.h").write_text((folder / "cucore.h").read_text() + "/* mended here */\n")
    with pytest.raises(SystemExit, match="cucore.h was changed since it was copied"):
        main(["update", str(folder)])
    source.unlink()
    with pytest.raises(SystemExit, match=r"src/main\.c is not there"):
        main(["update", str(folder), "--force"])
    other = test_packaging.header(tmp_path, "other.c", naming(["cucore_view_wrap"], '#include "cucore.h"\n')) / "other.c"
    main(["update", "--for", str(other), "--force", str(folder)])
    assert "../../other.c" in (folder / _copies.NOTE).read_text() and "cucore_view_wrap CUCORE_NAME" in (folder / "cucore.h").read_text()
    main(["vendor", "--force", str(folder)])  # whole again
    assert "Cut for" not in (folder / _copies.NOTE).read_text()
    assert all((folder / name).read_bytes() == (ROOT / name).read_bytes() for name in test_packaging.HEADERS)


def test_one_header(tmp_path, capsys, monkeypatch):
    source = test_packaging.header(tmp_path, "main.c", naming(["cucore_view_from_dltensor"], '#include "one.h"\n')) / "main.c"
    one = tmp_path / "one.h"
    main(["single", "--for", str(source), "--only", "dlpack", str(one)])
    small = _cut.count(one.read_text())
    assert small < SOURCES["a tensor"][1] and 'Cut for {"files": ["main.c"], "headers": ["cucore_dlpack.h"]}' in one.read_text()[:900]
    subprocess.run([CC, "-fsyntax-only", *WARNINGS, str(source), *cutting.includes(tmp_path)], check=True)
    source.write_text(naming(["cucore_view_from_dltensor", "cucore_layout_reshape"], '#include "one.h"\n'))
    main(["update", str(one)])
    assert "one.h: cucore" in capsys.readouterr().out and _cut.count(one.read_text()) > small
    with monkeypatch.context() as older:
        older.setattr(_copies, "__version__", "0.0.1")
        main(["single", "--for", str(source), "--only", "dlpack", str(tmp_path / "older.h")])
    one.write_bytes((tmp_path / "older.h").read_bytes())
    main(["update", str(one)])
    assert "0.0.1 -> " in capsys.readouterr().out
    one.write_text(one.read_text() + "/* mended here */\n")
    with pytest.raises(SystemExit, match="one.h was changed"):
        main(["update", str(one)])
    main(["single", str(tmp_path / "all.h"), "--headers", "cucore_dlpack.h"])
    main(["update", str(tmp_path / "all.h")])
    assert "as before" in capsys.readouterr().out
    with pytest.raises(SystemExit, match=r"main\.c was not made by"):
        main(["update", str(source)])


def write(folder, files):
    for name, text in files.items():
        test_packaging.header(folder, name, text)


REFUSED = {  # files, the arguments of --for, and what is said
    "not there": ({}, ["none.c"], r"none\.c is not there"),
    "a folder without sources": ({"src/notes.txt": "cucore_view"}, ["src"], r"src has no source in C, C\+\+, CUDA or Cython"),
    "no header": ({"a.c": "int a;\n"}, ["a.c"], r"no header of cucore is included by a\.c"),
    "no name": ({"a.c": '#include "cucore.h"\nint a;\n'}, ["a.c"], r"nothing of cucore is named by a\.c"),
    "a comment": ({"a.c": '#include "cucore.h"\nint a; /* cucore_view */ // cucore_view\nconst char *b = "cucore_view";\n'}, ["a.c"],
                  "nothing of cucore is named"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(tmp_path, monkeypatch, name):
    files, arguments, words = REFUSED[name]
    monkeypatch.chdir(tmp_path)
    write(tmp_path, files)
    before = test_packaging.tree(tmp_path)
    with pytest.raises(SystemExit, match=words):
        main(["vendor", "--for", *arguments, "copy"])
    assert test_packaging.tree(tmp_path) == before


NAMED = {  # files, the arguments of --for, headers that come, functions that are kept, what is remarked
    "folders": ({"src/a.c": '#include "b.h"\n', "src/b.h": '#include <cucore/cucore.h>\n#define MADE cucore_view_wrap\n', ".git/x.c": "cucore_trim"},
                ["."], {"cucore.h"}, {"cucore_view_wrap"}, ""),
    "includes": ({"src/a.c": '#include "../inc/b.h"\n', "inc/b.h": '#include "c.h"\n', "inc/c.h": '#include "cucore.h"\nCUCORE_AUTO(cucore_view) v;'},
                 ["src/a.c"], {"cucore.h"}, {"cucore_view_release"}, ""),
    "a macro that makes names": ({"a.c": '#include "cucore.h"\n#define DO(x) cucore_view_##x\nvoid *p = (void *)DO(slice);\n'},
                                 ["a.c"], {"cucore.h"}, {"cucore_view_slice"}, ""),
    "letters in the wrong order": ({"a.c": '#include "cucore.h"\nint a(cucore_view *v)\n{\n    cucore_veiw_release(v);\n}\n'}, ["a.c"],
                                   {"cucore.h"}, set(), "a.c:4 names cucore_veiw_release, which no header has: cucore_view_release is the nearest"),
    "a header that is not included": ({"a.c": '#include "cucore.h"\ncucore_view v; void *p = (void *)cucore_view_copy;\n'}, ["a.c"], {"cucore.h"}, set(),
                                      "a.c:2 names cucore_view_copy, which is in cucore_copy.h: no file includes that"),
    "a name of their own": ({"a.c": '#include "cucore.h"\nvoid cucore_view_releases(cucore_view *v) { }\n'}, ["a.c"], {"cucore.h"}, set(), ""),
    "Cython": ({"a.pyx": "from cucore cimport cucore_view, cucore_layout_reshape\n", "a.pxd": "cimport cucore\ncucore.cucore_view_wrap"}, ["a.pyx"],
               {row[0] for row in _copies._ROWS if row[1] not in ("CUDA", "C++")}, {"cucore_layout_reshape", "cucore_view_wrap"}, ""),
    "Cython with its own declarations": ({"a.pyx": 'cdef extern from "cucore_dlpack.h":\n    int cucore_view_from_dltensor(...)\n'}, ["a.pyx"],
                                         {"cucore.h", "cucore_dlpack.h"}, {"cucore_view_from_dltensor"}, ""),
    "C++": ({"a.cc": '#include "cucore.hpp"\ncucore::view v;\n'}, ["a.cc"], {"cucore.h", "cucore.hpp"}, {"cucore_view_release"}, ""),
}


@pytest.mark.parametrize("name", NAMED)
def test_what_files_name(tmp_path, monkeypatch, capsys, name):
    files, arguments, headers, functions, remark = NAMED[name]
    monkeypatch.chdir(tmp_path)
    write(tmp_path, files)
    cutting.cut(tmp_path / "copy", *arguments)
    assert {str(path.relative_to(tmp_path / "copy")) for path in (tmp_path / "copy").rglob("*.h*")} - {"dlpack.h"} == headers
    text = "".join((tmp_path / "copy" / header).read_text() for header in headers if header.endswith(".h"))
    assert functions <= set(re.findall(r"^#define (cucore_\w+) CUCORE_NAME", text, re.M))
    assert "cucore_trim CUCORE_NAME" not in text
    said = capsys.readouterr().err
    assert (remark in said if remark else not said), said
    monkeypatch.chdir(tmp_path / "copy")  # paths are from the folder of the copies, wherever the command runs
    main(["update", "."])
    assert "updated" not in capsys.readouterr().out


def test_the_installed_package_cuts_alike(copies, tmp_path):
    """A wheel has no src/."""
    folder, site = copies("a tensor"), test_packaging.installed(tmp_path / "site")
    shutil.copytree(ROOT / "LICENSES", site / "cucore-0.dist-info" / "licenses")
    shutil.copy(ROOT / "LICENSE", site / "cucore-0.dist-info" / "licenses")
    done = test_packaging.python("-m", "cucore", "vendor", "--for", str(folder / "main.c"), str(tmp_path / "copy"), at=tmp_path, package=site)
    assert done.returncode == 0, done.stderr
    for path in (folder / "cut").glob("cucore*.h"):
        assert (tmp_path / "copy" / path.name).read_bytes() == path.read_bytes()


def declared(group):
    """The public functions that a file which includes these headers can call."""
    texts = {name: (ROOT / name).read_text() for name in _copies.with_used(group)}
    known = _cut.Library(texts, [name for name in _copies.HEADERS if name not in texts]).index
    return sorted({name for text in texts.values() for name in re.findall(r"^#define (cucore_\w+) CUCORE_NAME", text, re.M) if name in known})


OF_C = [row for row in _copies._ROWS if row[0] in _copies.HEADERS]
GROUPS = [[row[0] for row in OF_C if row[2] == group] for group in sorted({row[2] for row in OF_C})] + [list(_copies.HEADERS)]


@pytest.mark.parametrize("seed", range(int(os.environ.get("CUCORE_TEST_CUTS", 100)) if EVERY else 2))
def test_any_functions_compile_and_link(tmp_path, seed):
    dice = random.Random(seed)
    group = GROUPS[seed % len(GROUPS)]
    chosen = dice.sample(declared(group), dice.randint(1, 8))
    source = naming(chosen, "".join(f'#include "{name}"\n' for name in group)) + "int main(void) { return used[0] == 0; }\n"
    language, macro = dice.choice(["c", "c++"]), dice.choice(["STATIC", "IMPLEMENTATION"])
    (tmp_path / "main.c").write_text(source.replace("CUCORE_STATIC", f"CUCORE_{macro}"))
    cutting.cut(tmp_path / "cut", tmp_path / "main.c")
    command = [readme.CC, "-x", language, "-std=c99" if language == "c" else "-std=c++11", "-O0", "-shared", "-fPIC", "-Wl,-z,defs", *WARNINGS,
               *(["-D_GNU_SOURCE"] if language == "c" else []), str(tmp_path / "main.c"), "-o", str(tmp_path / "main.so"),
               *cutting.includes(tmp_path / "cut"), "-ldl", "-lpthread", *(["-lstdc++"] if language == "c++" else [])]
    if any("python" in name for name in group):
        command.remove("-Wl,-z,defs")  # CPython's functions are in the program
    subprocess.run(command, check=True)
