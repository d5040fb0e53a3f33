"""What docs/reference/versions.md promises to files that were written for the last release: they compile with these headers, with warnings
for what goes, and `update` brings what they need.  The release comes from git."""
import importlib.util
import os
import re
import subprocess
import sys
import sysconfig

import pytest

import readme
from test_sources import ROOT, includes

LAST, COMMIT = "0.2.0", "77e144446fbf6cf06a1f4244bbe72eb4d1198404"  # the last release before this version
SAID = re.compile(r"^\S+?:\d+:\d+: (warning|error|fatal error): (.*?)(?: \[-W[^\]]*\])?$", re.M)
IN_RESULTS = "is in cucore_results.h: include it instead of cucore_python.h"
ORDER = "include cucore_copy.h before the implementation of cucore_python.h, with which it converts arguments"
CASTS = "CUCORE_CAST and CUCORE_COPY_CAST need cucore_cast.h: include it instead of cucore_copy.h"


@pytest.fixture(scope="module")
def last(tmp_path_factory):
    """The folder of the last release."""
    folder = tmp_path_factory.mktemp("last")
    git = ["git", "-C", str(ROOT)]
    try:
        found = subprocess.run([*git, "cat-file", "-e", f"{COMMIT}^{{commit}}"], capture_output=True, timeout=60).returncode == 0
    except FileNotFoundError:
        found = False
    if not found:
        pytest.skip(f"no git, or no history with {LAST} ({COMMIT[:7]}): a release archive, or a shallow clone")
    archive = subprocess.run([*git, "archive", COMMIT], capture_output=True, check=True, timeout=60).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True, timeout=60)
    assert (folder / "cucore.h").read_text().startswith(f"/* cucore.h - v{LAST} ")
    return folder


def said(path, *options, headers=ROOT, compiler=readme.CC):
    """What a compiler says of a file: (kind, words) of each message, in their order."""
    done = subprocess.run([compiler, "-fsyntax-only", *options, f"-I{headers}", *includes(), str(path)], capture_output=True, text=True, timeout=120)
    found = [(kind, words) for kind, words in SAID.findall(done.stderr)]
    assert (done.returncode == 0) == all(kind == "warning" for kind, _ in found), done.stderr
    return found


# --------------------------------------------------------------------------------------- examples and modules of pages --
EXAMPLES = {  # files of examples/ -> what is said of them besides names of cucore_results.h
    "allocator.c": set(), "arrow_arrays/arrow_arrays.c": set(), "axpy_ext/axpy_ext.c": set(), "copy_from.c": set(), "cudabuffer/cudabuffer.c": set(),
    "cvcuda_arrays/cvcuda_arrays.c": {ORDER}, "driver_only.c": set(), "foreign.c": set(), "inspect/inspect_arrays.c": set(),
    "mpi_arrays/mpi_arrays.c": {ORDER}, "nccl_arrays/nccl_arrays.c": {ORDER}, "numba_arrays/numba_arrays.c": set(),
    "pool_arrays/pool_arrays.c": set(), "tensorflow_arrays/tensorflow_arrays.c": set(), "torch_op/torch_op.c": set(),
    "packaging/make/example.c": set(), "packaging/nanobind/example.cpp": set(), "packaging/pybind11/example.cpp": set(),
}
FOR_BUILDS = {"cmake-fetchcontent", "meson-python", "scikit-build-core", "setuptools"}  # whose example.c is that of make


def test_each_example_has_a_row(last):
    files = {str(path.relative_to(last / "examples")) for path in (last / "examples").rglob("*.c*") if path.suffix in (".c", ".cpp")}
    same = {f"packaging/{folder}/example.c" for folder in FOR_BUILDS}
    assert files - same == set(EXAMPLES)
    assert {(last / "examples" / name).read_text() for name in same} == {(last / "examples/packaging/make/example.c").read_text()}


def binding(name):
    """Options for an example in C++; the test is skipped if its library is not there."""
    package = {"packaging/nanobind/example.cpp": "nanobind", "packaging/pybind11/example.cpp": "pybind11"}.get(name)
    if package is None:
        return [readme.CC]
    module = pytest.importorskip(package)
    return [readme.CXX, "-std=c++17", "-isystem", module.include_dir() if package == "nanobind" else module.get_include()]


ONE_OF_MANY = {"arrow_arrays/arrow_arrays.c", "mpi_arrays/mpi_arrays.c", "numba_arrays/numba_arrays.c", "pool_arrays/pool_arrays.c",
               "tensorflow_arrays/tensorflow_arrays.c"}  # use what others use as well


@pytest.mark.parametrize("name", [name for name in EXAMPLES if readme.EVERY or name not in ONE_OF_MANY])
def test_examples_of_the_last_release_compile(last, name):
    compiler, *options = binding(name)
    path = last / "examples" / name
    found = said(path, "-Wall", "-Wextra", *options, compiler=compiler)
    foreign = [words for kind, words in found if kind == "fatal error"]  # a header of others: cucore's came before it
    assert foreign in ([], ["mpi.h: No such file or directory"]), found
    assert [words for kind, words in found if kind == "error"] == []
    moved = {words for kind, words in found if kind == "warning" and words.endswith(IN_RESULTS)}
    assert {words for kind, words in found if kind == "warning"} - moved == EXAMPLES[name]
    used = {word for word in re.findall(r"\bcucore_py_(?:empty|return|export_capsule)\w*", re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S))}
    assert foreign or path.suffix == ".cpp" or {words.split()[0] for words in moved} >= used


MODULE = """\
static PyMethodDef methods[] = {{"zeros_like", zeros_like, METH_VARARGS, ""}, {"negate", negate, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "pages", NULL, 0, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_pages(void);
PyMODINIT_FUNC PyInit_pages(void) { return PyModule_Create(&module); }
"""


def test_modules_of_the_readme_work(last, tmp_path):
    """As the README of 0.2.0 says: one file has CUCORE_IMPLEMENTATION, the others include the headers without the macro."""
    np = pytest.importorskip("numpy")
    blocks = re.findall(r"^```c\n(.*?)^```", (last / "README.md").read_text(), re.S | re.M)
    whole, = [block for block in blocks if "PyMODINIT_FUNC" in block]
    functions = [block for block in blocks if "static PyObject *" in block and block is not whole]
    name, = set(re.findall(r"static PyObject \*(\w+)\(PyObject \*self", functions[0]))
    both = '#include "cucore_copy.h"\n#include "cucore_python.h"\n'
    files = {"whole.c": whole, "pages.c": both + "".join(functions) + MODULE.replace("zeros_like", name),
             "cucore.c": "#define CUCORE_IMPLEMENTATION\n" + both}
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    objects = []
    for file in ("pages.c", "cucore.c"):
        objects.append(str(tmp_path / file) + ".o")
        done = subprocess.run([readme.CC, "-O0", "-fPIC", "-c", str(tmp_path / file), "-o", objects[-1], f"-I{ROOT}", *includes()],
                              capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        assert (f"cucore_py_return {IN_RESULTS}" in done.stderr) == (file == "pages.c")
    target = tmp_path / ("pages" + sysconfig.get_config_var("EXT_SUFFIX"))
    subprocess.run([readme.CC, "-shared", *objects, "-o", str(target), "-ldl", "-lpthread"], check=True, timeout=60)
    spec = importlib.util.spec_from_file_location("pages", target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    x = np.arange(6, dtype="f4").reshape(2, 3).T  # made dense, and converted
    assert np.array_equal(module.negate(x), -x) and module.negate(x).dtype == "f8"
    assert said(tmp_path / "whole.c", "-Wall") == []


# ------------------------------------------------------------------------------------------------------ name by name --
STATIC, IMPLEMENTATION, NEW = "#define CUCORE_STATIC", "#define CUCORE_IMPLEMENTATION", "#define CUCORE_NO_COMPAT"
PYTHON, RESULTS, COPY, CAST = (f'#include "cucore_{name}.h"' for name in ("python", "results", "copy", "cast"))
RETURNS = "PyObject *(*use)(cucore_view *, PyObject *, CUstream) = cucore_py_return;"
MAKES, CONVERTS = "const uint64_t use = CUCORE_MAKE_C_CONTIGUOUS;", "const uint64_t use = CUCORE_CAST, use2 = CUCORE_COPY_CAST;"
COPIES = "int (*use)(PyObject *, PyObject *, CUstream, const cucore_copy_options *) = cucore_py_copy;"
CONVERTED = [("warning", CASTS)] * 2
GONE = {  # names of 0.2 that went, and what is said
    "CUCORE_VERIFY_POINTER": "CUCORE_VERIFY_POINTER has no effect: define CUCORE_NO_TYPE_MEMORY instead",
    "CUCORE_ALWAYS_COPY": "CUCORE_ALWAYS_COPY is refused: copy with cucore_py_copy instead",
    "CUCORE_ALLOW_OBJECTS": "CUCORE_ALLOW_OBJECTS has no effect: elements that are Python objects are refused",
    "CUCORE_HOLD_GIL": "CUCORE_HOLD_GIL has no effect: the GIL is given up while the driver may wait",
}
NAMES = {  # a file, and what is said of it: (kind, words)
    "results": ([STATIC, PYTHON, RETURNS], [("warning", f"cucore_py_return {IN_RESULTS}")]),
    "results, declared only": ([PYTHON, RETURNS], [("warning", f"cucore_py_return {IN_RESULTS}")]),
    "results, declared, then implemented": ([PYTHON, IMPLEMENTATION, PYTHON, RETURNS], [("warning", f"cucore_py_return {IN_RESULTS}")]),
    "results, the header": ([STATIC, RESULTS, RETURNS], []),
    "results, the header after": ([STATIC, PYTHON, RESULTS, RETURNS], []),
    "results, the header before": ([STATIC, RESULTS, PYTHON, RETURNS], []),
    "results, the header declared": ([PYTHON, RESULTS, RETURNS], []),
    "results, left out": ([NEW, STATIC, PYTHON, RETURNS], [("error", "cucore_py_return")]),
    "casts, static": ([STATIC, COPY, PYTHON, CONVERTS], CONVERTED),
    "casts, implemented": ([IMPLEMENTATION, COPY, PYTHON, CONVERTS], CONVERTED),
    "casts, declared only": ([COPY, PYTHON, CONVERTS], []),
    "casts, the header": ([STATIC, CAST, PYTHON, CONVERTS], []),
    "casts, the header after": ([IMPLEMENTATION, COPY, CAST, PYTHON, CONVERTS], []),
    "casts, left out": ([NEW, IMPLEMENTATION, COPY, PYTHON, CONVERTS], []),
    "late copies": ([STATIC, PYTHON, COPY, COPIES], [("warning", ORDER)]),
    "late copies, implemented": ([IMPLEMENTATION, PYTHON, COPY, COPIES], [("warning", ORDER)]),
    "late copies, arguments made to fit": ([STATIC, PYTHON, COPY, MAKES], [
        ("warning", ORDER), ("error", "for this flag include cucore_copy.h before the implementation of cucore_python.h")]),
    "late copies, left out": ([NEW, IMPLEMENTATION, PYTHON, COPY, MAKES], [("error", ORDER)]),
    **{name: ([STATIC, PYTHON, f"const uint64_t use = {name};"], [("warning", words)]) for name, words in GONE.items()},
    "cucore_event_pool_trim": ([STATIC, PYTHON, "void use(void) { cucore_event_pool_trim(); }"], [
        ("warning", "cucore_event_pool_trim is cucore_trim now")]),
    "cucore_dims": ([STATIC, PYTHON, "int use(cucore_dims *names) { return names->count; }"], [("warning", "cucore_dims is cucore_call now")]),
    "flags, left out": ([NEW, STATIC, PYTHON, "const uint64_t use = CUCORE_HOLD_GIL;"], [("error", "CUCORE_HOLD_GIL")]),
}


@pytest.mark.parametrize("row", list(NAMES)[::readme.SOME])
def test_what_went_works_with_a_warning(tmp_path, row):
    lines, expected = NAMES[row]
    (tmp_path / "use.c").write_text("\n".join(lines) + "\n")
    found = said(tmp_path / "use.c", "-Wall", "-Wno-missing-prototypes")
    assert [kind for kind, _ in found] == [kind for kind, _ in expected], found
    assert all(words in line for (_, words), (_, line) in zip(expected, found)), found


@pytest.mark.parametrize("compiler, language", [("gcc", "c"), ("g++", "c++"), ("clang++", "c++")])
def test_other_compilers_warn_as_well(tmp_path, compiler, language):
    if not any(os.access(os.path.join(folder, compiler), os.X_OK) for folder in os.get_exec_path()):
        pytest.skip(f"{compiler} is not installed")
    (tmp_path / "use.c").write_text("\n".join([STATIC, COPY, PYTHON, RETURNS, CONVERTS.replace("use", "value")]) + "\n")
    found = said(tmp_path / "use.c", "-Wall", "-Wno-unused", "-x", language, compiler=compiler)
    assert found == [("warning", f"cucore_py_return {IN_RESULTS}"), *CONVERTED]


@pytest.mark.parametrize("name", GONE)
def test_flags_that_went_are_refused_or_without_effect(tmp_path, name):
    """CUCORE_ALWAYS_COPY would show the memory of the caller in place of a copy."""
    (tmp_path / "use.c").write_text(f'#include <stdio.h>\n#include "cucore.h"\nint main(void) {{ printf("%d", {name} != 0); return 0; }}\n')
    subprocess.run([readme.CC, str(tmp_path / "use.c"), "-o", str(tmp_path / "use"), f"-I{ROOT}", *includes()], check=True, capture_output=True)
    assert subprocess.run([str(tmp_path / "use")], capture_output=True, text=True, check=True).stdout == str(int(name == "CUCORE_ALWAYS_COPY"))


# ------------------------------------------------------------------------------------------------------------- copies --
def cucore(package, *arguments):
    done = subprocess.run([sys.executable, "-m", "cucore", *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(package / "packaging" / "python")})
    assert done.returncode == 0, done.stderr
    return done.stdout


PARTS = {"all": (None, ["cast", "results"]), "arguments": ("python", ["results"]), "copies": ("copy", ["cast"]), "interfaces": ("cai", [])}


@pytest.mark.parametrize("row", PARTS)
def test_update_brings_the_parts_of_a_header_that_was_split(last, tmp_path, row):
    name, parts = PARTS[row]
    headers, new = [f"cucore_{name}.h"] if name else [], {f"cucore_{part}.h" for part in parts}
    cucore(last, "vendor", tmp_path / "copies", *(["--headers", *headers] if headers else []))
    before = {path.name for path in (tmp_path / "copies").iterdir()}
    text = cucore(ROOT, "update", tmp_path / "copies")
    assert {path.name for path in (tmp_path / "copies").iterdir()} == before | new
    assert {line.split(":")[0].strip() for line in text.splitlines() if line.endswith(": new")} == new
    if not headers:
        assert said(last / "examples" / "axpy_ext" / "axpy_ext.c", headers=tmp_path / "copies") != []
    if "cucore_results.h" in new:  # who does not want it removes it: it is no part of cucore_python.h in this version
        (tmp_path / "copies" / "cucore_results.h").unlink()
        cucore(ROOT, "update", tmp_path / "copies")
        assert not (tmp_path / "copies" / "cucore_results.h").exists()


def test_update_brings_the_parts_to_one_header(last, tmp_path):
    single = tmp_path / "one.h"
    cucore(last, "single", single)
    cucore(ROOT, "update", single, "--force")  # 0.2.0 wrote no sum
    assert "cucore_cast.h" in single.read_text().split("\n")[0] and "cucore_results.h" in single.read_text().split("\n")[0]
    (tmp_path / "use.c").write_text("\n".join([STATIC, '#include "one.h"', RETURNS, MAKES.replace("use", "make"), CONVERTS.replace("use", "value")]) + "\n")
    assert said(tmp_path / "use.c", "-Wall", headers=tmp_path) == []
