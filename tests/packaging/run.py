"""Gets cucore in every way that there is, each in an environment of its own; ends with "N passed, N failed, N skipped".

    python tests/packaging/run.py --folder build/packaging [--only WORD ...]

What is tested is a fresh clone of what git knows and does not ignore here, changes that are not committed included.
Packages come from the package index, cucore from the wheel that is made of the clone.
"""
import argparse
import contextlib
import hashlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 600  # for one command
MOST_LINES = 30  # of an example, beside its code
TOOLS = ["build", "cmake", "conan", "meson", "ninja", "pkgconf"]
CODE = {".c", ".cpp", ".pyx", ".py"}
NOT_KEPT = ("CFLAGS", "CMAKE_", "CONAN", "CUCORE", "DLPACK_", "MAKE", "MFLAGS", "PKG_CONFIG", "PYTHON", "VIRTUAL_ENV")
CASES = {}


class Failed(Exception):
    """A command that failed, or something that is not as it has to be."""


class Skipped(Exception):
    """What this machine cannot do."""


def case(function):
    CASES[function.__name__.replace("_", "-")] = function
    return function


def check(condition, *words):
    if not condition:
        raise Failed(" ".join(map(str, words)))


class Place:
    """A folder for one case, commands that run in it, and a virtual environment, made when it is first used."""
    def __init__(self, folder, shared):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder, self.shared = folder, shared
        self.log = (folder / "log.txt").open("w")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_KEPT)}
        links = " ".join(filter(None, [str(shared / "dist"), kept.get("PIP_FIND_LINKS")]))
        self.environment = {**kept, "PIP_FIND_LINKS": links, "PIP_DISABLE_PIP_VERSION_CHECK": "1",
                            "PYTHONDONTWRITEBYTECODE": "1", "CONAN_HOME": str(shared / "conan"),
                            "GIT_CONFIG_GLOBAL": os.devnull}

    def run(self, *command, at=None, seconds=SECONDS, **environment):
        """Runs a command, with more variables -> what it said."""
        words = [str(word) for word in command]
        print("$", *words, file=self.log, flush=True)
        done = subprocess.run(words, cwd=at or self.folder, env={**self.environment, **environment}, timeout=seconds,
                              text=True, errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        print(done.stdout, file=self.log, flush=True)
        if done.returncode:
            raise Failed(f"{' '.join(words)}: status {done.returncode}\n" + "\n".join(done.stdout.splitlines()[-25:]))
        return done.stdout

    @property
    def python(self):
        """The interpreter of an environment without packages."""
        made = self.folder / "venv"
        if not made.exists():
            self.run(sys.executable, "-m", "venv", made)
            self.environment["PATH"] = f"{made / 'bin'}{os.pathsep}{self.environment['PATH']}"
        return made / "bin" / "python"

    def install(self, *packages):
        self.run(self.python, "-m", "pip", "install", "-q", *packages)

    def tool(self, name):
        return self.shared / "tools" / "bin" / name

    def example(self, name):
        """A copy of an example, which names the wheel where it says /path/to/cucore."""
        made = shutil.copytree(self.shared / "clone" / "examples" / "packaging" / name, self.folder / name)
        wheel, = (self.shared / "dist").glob("*.whl")
        for project in made.glob("pyproject.toml"):
            text = project.read_text()
            check("file:///path/to/cucore" in text, project, "installs a package by a name that is not taken yet")
            project.write_text(text.replace("file:///path/to/cucore", wheel.as_uri()))
        return made

    def total(self, at=None):
        """Imports the module of an example, from a folder or as it is installed, and uses it."""
        self.run(self.python, "-c", USE, at=at or self.folder)


USE = """
import array, example
assert example.total(array.array("d", range(5))) == 10
assert example.total(memoryview(array.array("d", range(10)))[::-2]) == 25
for wrong, words in ((array.array("f", [1]), "x: expected dtype float64, got float32"),
                     (b"text", "x: expected dtype float64, got uint8"), (3, "x: expected an array")):
    try:
        example.total(wrong)
    except TypeError as error:
        assert words in str(error), error
    else:
        raise AssertionError(wrong)
"""


def make_clone(place):
    """A repository of its own of the files here, committed."""
    clone = place.shared / "clone"
    shutil.rmtree(clone, ignore_errors=True)
    names = place.run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", at=ROOT).split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, clone / name)
    git = ["git", "-c", "user.name=test", "-c", "user.email=test", "-C", clone]
    place.run(*git, "init", "-q")
    place.run(*git, "add", "-A")
    place.run(*git, "commit", "-q", "-m", "what is tested")


def make_tools(place):
    tools = place.shared / "tools"
    if not (tools / "bin" / "pkgconf").exists():
        place.run(sys.executable, "-m", "venv", "--clear", tools)
        place.run(tools / "bin" / "python", "-m", "pip", "install", "-q", *TOOLS)
    shutil.rmtree(place.shared / "dist", ignore_errors=True)
    place.run(place.tool("python"), "-m", "build", "-o", place.shared / "dist", place.shared / "clone")


# --------------------------------------------------------------------------------------------------------- the wheel --
@case
def wheel(place):
    """Nothing in it is compiled, nothing comes with it, and an empty environment knows where everything is."""
    made, = (place.shared / "dist").glob("cucore-*-py3-none-any.whl")
    names = names_in(made)
    check(not any(re.search(r"\.(so|pyd|dylib|dll|a)$", name) for name in names), names)
    licences = sorted(re.sub(r"-\d+\.\d+\.\d+", "", name) for name in names if name.endswith("LICENSE"))
    check(licences == ["cucore.dist-info/licenses/LICENSE", "cucore.dist-info/licenses/packaging/dlpack/LICENSE", "cucore/include_dlpack/dlpack/LICENSE"],
          licences)
    with zipfile.ZipFile(made) as file:
        metadata, = [file.read(name).decode() for name in names if name.endswith(".dist-info/METADATA")]
        bom, = [json.loads(file.read(name)) for name in names if name.endswith(".dist-info/sboms/cucore.cdx.json")]
        header = hashlib.sha256(file.read("cucore/include_dlpack/dlpack/dlpack.h")).hexdigest()
    said = re.findall(r"^License-(?:Expression|File): (.*)$", metadata, re.M)
    check(said == ["MIT AND Apache-2.0", "LICENSE", "packaging/dlpack/LICENSE"], said)
    part, = bom["components"]
    check((part["name"], part["hashes"][0]["content"]) == ("dlpack.h", header), bom)
    place.install(made)
    packages = place.run(place.python, "-m", "pip", "freeze", "--all").splitlines()
    check([line.split()[0] for line in packages if not re.match("pip==|setuptools==", line)] == ["cucore"], packages)
    place.run(place.python, "-m", "cucore", "vendor", "copies")
    clone = place.shared / "clone"
    check((place.folder / "copies" / "cucore-LICENSE.txt").read_text().endswith((clone / "LICENSE").read_text()))
    for word in ("include", "cmakedir", "pkgconfigdir"):
        folder = pathlib.Path(place.run(place.python, "-m", "cucore", f"--{word}").strip())
        check(place.folder in folder.parents and any(folder.iterdir()), word, folder)
    dlpack = place.run(place.python, "-c", "import cucore; print(cucore.get_dlpack_include())").strip()
    check((pathlib.Path(dlpack) / "dlpack" / "dlpack.h").is_file() and place.folder in pathlib.Path(dlpack).parents, dlpack)
    place.install("mypy", "pkgconf")
    flags = place.run(place.folder / "venv" / "bin" / "pkgconf-pypi", "--cflags", "cucore").split()
    found = [(pathlib.Path(flag[2:]) / name).is_file() for flag, name in zip(flags, ("cucore.h", "dlpack/dlpack.h"))]
    check(found == [True, True], flags)
    (place.folder / "typed.py").write_text("import cucore\nfolders: list[str] = cucore.get_includes()\n"
                                           "reveal_type(cucore.get_cuda_include())\n")
    said = place.run(place.python, "-m", "mypy", "--strict", "typed.py")
    check('"str | None"' in said or "Union[builtins.str, None]" in said, said)
    check_bom(place, json.dumps(bom))
    (place.folder / "mine.py").write_text("def make(shape, dtype):\n    return memoryview(bytes(24)).cast('f', (2, 3))\n")
    said = place.run(place.python, "-m", "cucore", "judge", "mine.py:make")
    check(" 0 breaks" in said and not said.startswith("0 keeps"), said)


@case
def abi3(place):
    """A module of the limited API has no symbol that is not in the stable ABI of its Python: abi3audit --strict."""
    if sys.version_info < (3, 11):
        raise Skipped("Python.h has no limited API of 3.11")
    place.install("cucore", "abi3audit")
    flags = place.run(place.python, "-m", "cucore", "--includes").split()
    place.run("cc", "-shared", "-fPIC", "-DPy_LIMITED_API=0x030B0000", *flags, place.shared / "clone" / "tests" / "python" / "limited.c",
              "-o", "limited.abi3.so")
    audit = [place.folder / "venv" / "bin" / "abi3audit", "--strict", "--report", "--assume-minimum-abi3"]
    said = place.run(*audit, "3.11", "limited.abi3.so")
    check('"is_abi3": true' in said and '"non_abi3_symbols": []' in said and '"future_abi3_objects": {}' in said, said)
    with refused("PyObject_GetBuffer"):  # it looks
        place.run(*audit, "3.10", "limited.abi3.so")


def check_bom(place, text):
    """Checks an SBOM against CycloneDX's own schema."""
    place.install("cyclonedx-python-lib[json-validation]")
    (place.folder / "bom.json").write_text(text)
    place.run(place.python, "-c", "import sys\nfrom cyclonedx.validation.json import JsonStrictValidator\nfrom cyclonedx.schema import SchemaVersion\n"
              "sys.exit(JsonStrictValidator(SchemaVersion.V1_6).validate_str(open('bom.json').read()))")


def names_in(made):
    with zipfile.ZipFile(made) as file:
        return file.namelist()


@case
def wheel_of_a_distribution(place):
    """Without dlpack.h, or with that of a checkout of dlpack; what is no checkout, no 1.x, or not the pinned file is refused."""
    changed = shutil.copytree(place.shared / "clone", place.folder / "changed")
    pin = changed / "packaging" / "dlpack" / "pin.json"
    pin.write_text(pin.read_text().replace('"sha256": "', '"sha256": "0'))
    with refused("has the SHA-256"):
        place.run(place.tool("python"), "-m", "build", "-w", changed, "-o", "refused")
    clone, checkout = place.shared / "clone", place.folder / "dlpack"
    build = [place.tool("python"), "-m", "build", "-w", clone, "-o"]
    place.run(*build, "without", DLPACK_INCLUDE="")
    names = names_in(next((place.folder / "without").glob("*.whl")))
    check("cucore/include/cucore.h" in names and not [name for name in names if "/dlpack.h" in name], names)
    (checkout / "include" / "dlpack").mkdir(parents=True)
    header = checkout / "include" / "dlpack" / "dlpack.h"
    header.write_text("#define DLPACK_MAJOR_VERSION 2\n#define DLPACK_MINOR_VERSION 0\n")
    with refused(f"{checkout}/LICENSE is not there"):
        place.run(*build, "refused", DLPACK_INCLUDE=str(checkout / "include"))
    (checkout / "LICENSE").write_text("words")
    with refused("dlpack.h is of DLPack 2.0: cucore needs 1.x"):
        place.run(*build, "refused", DLPACK_INCLUDE=str(checkout / "include"))
    header.write_text("#define DLPACK_MAJOR_VERSION 1\n#define DLPACK_MINOR_VERSION 0\n")
    place.run(*build, "with", DLPACK_INCLUDE=str(checkout / "include"))
    with zipfile.ZipFile(next((place.folder / "with").glob("*.whl"))) as made:
        check(made.read("cucore/include_dlpack/dlpack/dlpack.h") == header.read_bytes(), "another dlpack.h")
        check(made.read("cucore/include_dlpack/dlpack/LICENSE") == b"words", "another licence")


@case
def source_distribution(place):
    """A wheel can be made of it, and is the same."""
    source, = (place.shared / "dist").glob("cucore-*.tar.gz")
    place.run(place.tool("python"), "-m", "pip", "wheel", "-q", "--no-deps", "-w", place.folder, source)
    first, second = next((place.shared / "dist").glob("*.whl")), next(place.folder.glob("*.whl"))
    check(first.read_bytes() == second.read_bytes(), "not the same wheel")


@case
def editable(place):
    """A checkout can be installed as it is."""
    place.install("-e", place.shared / "clone")
    folder = place.run(place.python, "-m", "cucore", "--include").strip()
    check(pathlib.Path(folder) == place.shared / "clone", folder)


@case
def readme(place):
    """The README's module by the README's commands, in a folder with a letter outside ASCII and a blank."""
    folder = place.folder / "jürgen's env"
    folder.mkdir()
    text = (place.shared / "clone" / "README.md").read_text()
    source, = [block for block in re.findall(r"```c\n(.*?)```", text, re.S) if "PyMODINIT_FUNC" in block]
    (folder / "message.c").write_text(source)
    commands, = [block for block in re.findall(r"```sh\n(.*?)```", text, re.S) if "pip install CUCORE numpy" in block]
    check(len(commands.splitlines()) <= 4, "the import is the fifth")
    place.run("sh", "-ec", commands.replace("CUCORE numpy", f"'{place.shared / 'clone'}' numpy").replace("python ", f"{sys.executable} ", 1), at=folder)
    place.run(folder / ".venv/bin/python", "-c",
              "import message, numpy; assert message.send(numpy.zeros((4, 5)))[1:] == (160, -1)", at=folder)


@case
def vendored(place):
    """Copied headers of another version are brought to this one; a module is built of them."""
    place.install("cucore")
    folder = place.folder / "third_party"
    folder.mkdir()
    for path in (place.shared / "clone").glob("cucore*.h"):
        (folder / path.name).write_text(re.sub(r" - v[\d.]+ - ", " - v0.1.0 - ", path.read_text(), count=1))
    with refused("cucore.h is no copy that was made by this program"):
        place.run(place.python, "-m", "cucore", "update", folder)
    said = place.run(place.python, "-m", "cucore", "update", folder, "--force")
    check("0.1.0 -> " in said and "## 0.3.0" in said and "\n## 0.1.0\n" not in said, said)
    example = place.example("make")
    own, *others = place.run(place.python, "-m", "cucore", "--includes").split()
    place.run("cc", "-shared", "-fPIC", "example.c", "-o", "example.so", f"-I{folder}", *others, at=example)
    place.total(example)


# ------------------------------------------------------------------------------------------------------ the examples --
def packaged(name):
    def run(place):
        place.install(place.example(name))
        place.total()
    CASES[name] = run


for each in ("setuptools", "scikit-build-core", "meson-python", "cython", "nanobind", "pybind11"):
    packaged(each)


@case
def setuptools_sdist(place):
    """The sdist of the example has the headers that were copied into the project, so that a wheel can be made of it."""
    place.install("build", "cucore")
    example = place.example("setuptools")
    place.run(place.python, "-m", "cucore", "vendor", "third_party/cucore", at=example)
    there = place.run(place.python, "-c", "import cucore; print(cucore.get_dlpack_include())").strip()
    shutil.copytree(there, example / "third_party", dirs_exist_ok=True)
    for name, old, new in (("setup.py", "import cucore\n", ""), ("setup.py", "cucore.get_includes()", '["third_party/cucore", "third_party"]'),
                           ("pyproject.toml", re.search(r', "cucore @ .*"', (example / "pyproject.toml").read_text())[0], "")):
        (example / name).write_text((example / name).read_text().replace(old, new))
    place.run(place.python, "-m", "build", example, "-o", "dist")  # the wheel is made of the sdist
    place.run(place.python, "-m", "pip", "uninstall", "-q", "-y", "cucore")
    place.install(next((place.folder / "dist").glob("*.whl")))
    place.total()


def bindings(name, includes, sources, options):
    """tests/cpp/bindings*.cpp by nanobind or pybind11, with every warning; tests/packaging/check_bindings.py uses them."""
    def run(place):
        place.install("cucore", "numpy", name)
        folders = place.run(place.python, "-c", f"import {name}; print({includes})").split()
        flags = place.run(place.python, "-m", "cucore", "--includes").split()
        wrong = place.folder / "order.cpp"
        wrong.write_text('#define CUCORE_STATIC\n#include "cucore_python.h"\n#include "cucore.hpp"\n'
                         f"#include <cucore/{name}.h>\n")
        common = ["-std=c++17", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing"]
        there = [flag for folder in folders for flag in ("-isystem", folder)] + flags
        own = [f"-I{place.shared / 'clone'}", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]
        tests = place.shared / "clone" / "tests"
        try:
            place.run("c++", *common, *there, "-fsyntax-only", wrong)
        except Failed as error:
            check(f"include <cucore/{name}.h> before cucore.hpp" in str(error), error)
        else:
            raise Failed(f"cucore.hpp before cucore/{name}.h compiles, and exceptions of Python are lost")
        for module in ("bindings", "bindings_other"):
            place.run("c++", *common, *own, *there, *options, "-c", tests / "cpp" / f"{module}.cpp", "-o", f"{module}.o")
            place.run("c++", *common, *there, "-shared", f"{module}.o", *(f"{folders[0]}/{source}" for source in sources),
                      "-o", f"{module}.so")
        place.run(place.python, tests / "packaging" / "check_bindings.py", PYTHONPATH=str(place.folder))
    CASES[f"{name}-parameters"] = run


bindings("nanobind", "nanobind.include_dir(), nanobind.include_dir() + '/../ext/robin_map/include'",
         ["../src/nb_combined.cpp"], [])
bindings("pybind11", "pybind11.get_include()", [], ["-DWITH_PYBIND11"])


@case
def nanobind_stub(place):
    """The stub of the example says what the argument has to be."""
    place.install(place.example("nanobind"))
    stub = next((place.folder / "venv").rglob("example.pyi")).read_text()
    check('def total(x: Annotated[Any, "float64 (n), the CPU reads it, not None"] | None) -> float: ...' in stub, stub)


@case
def cython_declarations(place):
    """Every function, constant and field of the .pxd is what C says it is, in C and in C++."""
    place.install("cucore", "cython")
    declarations = next((place.folder / "venv").rglob("cucore/__init__.pxd"))
    program = place.run(place.python, place.shared / "clone" / "tests" / "packaging" / "cython_all.py", declarations)
    (place.folder / "every.pyx").write_text(program)
    place.run(place.python, "-m", "cython", "every.pyx")
    flags = place.run(place.python, "-m", "cucore", "--includes").split()
    errors = ["incompatible-pointer-types", "discarded-qualifiers", "implicit-function-declaration", "int-conversion"]
    place.run("cc", "-fsyntax-only", *(f"-Werror={error}" for error in errors), *flags, "every.c")
    place.run("c++", "-fsyntax-only", "-x", "c++", *flags, "every.c")
    listed = (place.shared / "clone" / "docs" / "reference" / "names.md").read_text()
    listed = re.sub(r"^### cucore_(?:kernel|op|program).h.*?(?=^##)", "", listed, flags=re.M | re.S)  # for C and CUDA C++
    names = len(re.findall(r"^- `[^`(]*?\bcucore_(?!py_launch|py_\w+_visit)\w+\(", listed, re.M))  # that needs cucore_kernel.h; tp_traverse is Cython's
    said = program.splitlines()[-1]
    check(said == f"# {names + 2} functions", said, "and", names, "in docs/reference/names.md")


HOLDER = """
# cython: language_level=3
from cucore cimport CUCORE_ARG, cucore_arg, cucore_py_view, cucore_view_in, cucore_view_nbytes, cucore_view_release

cdef cucore_arg expected = CUCORE_ARG(b"x", NULL, NULL, 0)

cdef class Holder:
    def __cinit__(self, x):
        cucore_py_view(x, &expected, NULL, cucore_view_in(&self.room))

    def __dealloc__(self):
        cucore_view_release(cucore_view_in(&self.room))

    cdef long long nbytes(self):
        return cucore_view_nbytes(cucore_view_in(&self.room))
"""
USER = """
# cython: language_level=3
from holder cimport Holder

def nbytes(x):
    return Holder(x).nbytes()
"""


@case
def cython_holders(place):
    """A class with a view in it is cimported by a module that is compiled without cucore's headers."""
    place.install("cucore", "cython")
    (place.folder / "holder.pxd").write_text("from cucore.room cimport cucore_view_room\n\ncdef class Holder:\n"
                                             "    cdef cucore_view_room room\n    cdef long long nbytes(self)\n")
    python = sysconfig.get_path("include")
    flags = place.run(place.python, "-m", "cucore", "--includes").split()
    for name, text, includes in (("holder", HOLDER, flags), ("user", USER, ["-I", python])):
        (place.folder / f"{name}.pyx").write_text(text)
        place.run(place.python, "-m", "cython", f"{name}.pyx")
        place.run("cc", "-O0", "-shared", "-fPIC", *includes, f"{name}.c", "-o", name + sysconfig.get_config_var("EXT_SUFFIX"))
    text = (place.folder / "user.c").read_text()
    check('#include "cucore' not in text and "cucore_py" not in text, "user.c includes cucore")
    place.run(place.python, "-c", "import user; assert user.nbytes(bytearray(7)) == 7")


@case
def cython_compositions(place):
    """What one declaration gives is what another one takes: tests/packaging/compositions.pyx."""
    place.install("cucore", "cython", "numpy")
    shutil.copy(place.shared / "clone" / "tests" / "packaging" / "compositions.pyx", place.folder)
    place.run(place.python, "-m", "cython", "compositions.pyx")
    flags = place.run(place.python, "-m", "cucore", "--includes").split()
    place.run("cc", "-O1", "-shared", "-fPIC", *flags, "compositions.c", "-o", "compositions.so")
    place.run(place.python, "-c", "import compositions; compositions.check_all()")


@case
def make(place):
    place.install("cucore")
    place.run("make", at=place.example("make"))
    place.total(place.folder / "make")


@case
def cmake_fetchcontent(place):
    """Where it lies in the clone, whose repository is the one that is fetched."""
    place.install("apache-tvm-ffi")
    example = place.shared / "clone" / "examples" / "packaging" / "cmake-fetchcontent"
    place.run(place.tool("cmake"), "-S", example, "-B", "made")
    place.run(place.tool("cmake"), "--build", "made")
    place.total(place.folder / "made")


@case
def examples_are_short(place):
    """The files beside the code, and one module in all of those in C."""
    folder = place.shared / "clone" / "examples" / "packaging"
    folders = sorted(path.name for path in folder.iterdir() if path.is_dir())
    check(folders and set(folders) <= set(CASES), "not built:", *set(folders).difference(CASES))
    check(len({path.read_bytes() for path in folder.glob("*/example.c")}) == 1, "example.c is not the same in all")
    for name in folders:
        lines = sum(len(path.read_text().splitlines()) for path in (folder / name).rglob("*")
                    if path.is_file() and (path.suffix not in CODE or path.name == "setup.py"))
        check(0 < lines < MOST_LINES, name, "has", lines, "lines")


# ----------------------------------------------------------------------------- from a prefix, in a subfolder of a project --
CMAKE = """cmake_minimum_required(VERSION 3.18...4.1)
project(whole LANGUAGES C)
find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
"""
CMAKE_TARGET = """python_add_library(example MODULE example.c)
target_link_libraries(example PRIVATE cucore::python)
set_target_properties(example PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
"""
MESON = """project('whole', 'c')
python = import('python').find_installation(pure: false)
subdir('ext')
"""
MESON_TARGET = "python.extension_module('example', 'example.c', dependencies: dependency('cucore'))\n"


class Whole:
    """A project whose extension is in a folder of it, a prefix with cucore, and dlpack.h; each path has a blank and a letter
    outside ASCII."""
    def __init__(self, place):
        self.place, self.folder = place, place.folder / "jürgens project"
        self.prefix, self.dlpack = place.folder / "jürgens prefix", place.folder / "jürgens dlpack"
        self.ext = self.folder / "ext"
        self.ext.mkdir(parents=True)
        clone = place.shared / "clone"
        shutil.copy(clone / "examples" / "packaging" / "make" / "example.c", self.ext)
        place.install("cucore")
        found = place.run(place.python, "-c", "import cucore; print(cucore.get_dlpack_include())").strip()
        shutil.copytree(found, self.dlpack)
        place.run("make", "install", f"PREFIX={self.prefix}", f"DLPACK_INCLUDE={self.dlpack}", at=clone)
        self.pkg_config = {"PKG_CONFIG": str(place.tool("pkg-config")), "PKG_CONFIG_PATH": str(self.prefix / "share" / "pkgconfig")}
        python = place.run(place.python, "-c", "import sysconfig; print(sysconfig.get_path('include'))").strip()
        self.python = [f"-I{python}", *(f"-I{folder}" for folder in [cuda_include(place)] if folder)]

    def sources(self, folder):
        """The sources of cucore, in a folder of the project."""
        ignored = shutil.ignore_patterns(".git", "tests", "docs", "bench", "build", "dist")
        return shutil.copytree(self.place.shared / "clone", self.folder / folder, ignore=ignored)

    def cmake(self, top, inside, *options):
        """Builds with CMake what the two files say, and uses it from the build folder."""
        (self.folder / "CMakeLists.txt").write_text(CMAKE + top + "add_subdirectory(ext)\n")
        (self.ext / "CMakeLists.txt").write_text(inside + CMAKE_TARGET)
        made = self.place.folder / "made here"
        self.place.run(self.place.tool("cmake"), "-S", self.folder, "-B", made, *options,
                       f"-DPython_EXECUTABLE={self.place.python}")
        self.place.run(self.place.tool("cmake"), "--build", made)
        self.place.total(made)

    def meson(self, *options):
        (self.folder / "meson.build").write_text(MESON)
        (self.ext / "meson.build").write_text(MESON_TARGET)
        made = self.place.folder / "made here"
        self.place.install("meson", "ninja")
        self.place.run("meson", "setup", made, self.folder, *options, **self.pkg_config)
        self.place.run("meson", "compile", "-C", made)
        self.place.total(made / "ext")

    def compile(self, *flags):
        self.place.run("cc", "-shared", "-fPIC", "example.c", "-o", "example.so", *flags, *self.python, at=self.ext)
        self.place.total(self.ext)


def whole(name):
    """A case that begins with such a project."""
    def add(function):
        def run(place):
            function(Whole(place))
        CASES[f"subfolder-{name}"] = run
        return function
    return add


@whole("cmake-prefix")
def _(project):
    project.cmake("", "find_package(cucore REQUIRED COMPONENTS python)\n", f"-DCMAKE_PREFIX_PATH={project.prefix}",
                  f"-DCUCORE_DLPACK_INCLUDE_DIR={project.dlpack}")


@whole("cmake-add-subdirectory")
def _(project):
    project.sources("third party/cucore")
    project.cmake('add_subdirectory("third party/cucore")\n', "", f"-DCUCORE_DLPACK_INCLUDE_DIR={project.dlpack}")


@whole("cmake-add-subdirectory-inside")
def _(project):
    project.sources("ext/cucore")
    project.cmake("", "add_subdirectory(cucore)\n", f"-DCUCORE_DLPACK_INCLUDE_DIR={project.dlpack}")


@whole("cmake-fetchcontent")
def _(project):
    there = project.sources("../cucore of somebody")
    project.cmake("include(FetchContent)\n",
                  f'FetchContent_Declare(cucore SOURCE_DIR "{there}")\nFetchContent_MakeAvailable(cucore)\n',
                  f"-DCUCORE_DLPACK_INCLUDE_DIR={project.dlpack}")


@whole("meson-prefix")
def _(project):
    project.meson("--wrap-mode=nofallback")


@whole("meson-subproject")
def _(project):
    project.sources("subprojects/cucore")
    project.place.install("apache-tvm-ffi")
    project.meson("--wrap-mode=forcefallback")


@whole("meson-dlpack-inside")
def _(project):
    """dlpack.h in a folder of the project itself, which include_directories() refuses: a .venv, a vendored copy."""
    project.sources("subprojects/cucore")
    project.place.run(sys.executable, "-m", "venv", project.folder / ".venv")
    inside = project.folder / ".venv" / "bin" / "python"
    project.place.run(inside, "-m", "pip", "install", "-q", "apache-tvm-ffi")
    shutil.copytree(project.dlpack, project.folder / "third party" / "dlpack" / "include")
    native = project.place.folder / "native.ini"
    native.write_text(f"[binaries]\npython = '{inside}'\n")
    for options in ([f"--native-file={native}"], ["-Dcucore:include_dlpack=third party/dlpack/include"]):
        shutil.rmtree(project.place.folder / "made here", ignore_errors=True)
        project.meson("--wrap-mode=forcefallback", *options)
    with refused("need: '>=9'"):  # B138
        (project.ext / "meson.build").write_text(MESON_TARGET.replace("'cucore'", "'cucore', version: '>=9'"))
        project.place.run("meson", "setup", "refused", project.folder, "--wrap-mode=forcefallback")


@whole("pkg-config")
def _(project):
    for asked, there in (("cucore", True), ("cucore >= 9", False)):  # B138
        with contextlib.nullcontext() if there else refused(">= 9"):
            project.place.run(project.pkg_config["PKG_CONFIG"], "--print-errors", "--exists", asked, **project.pkg_config)
    command = 'eval "cc -shared -fPIC example.c -o example.so $($PKG_CONFIG --cflags --libs cucore) $PYTHON_FLAGS"'
    project.place.run("sh", "-ec", command, at=project.ext, PYTHON_FLAGS=" ".join(project.python), **project.pkg_config)
    project.place.total(project.ext)


@whole("setuptools")
def _(project):
    (project.folder / "setup.py").write_text(
        "import cucore\nimport setuptools\nsetuptools.setup(name='whole', version='1', packages=[], ext_modules=[\n"
        "    setuptools.Extension('example', ['ext/example.c'], include_dirs=cucore.get_includes())])\n")
    (project.folder / "pyproject.toml").write_text('[build-system]\nrequires = ["setuptools", "cucore"]\n'
                                                   'build-backend = "setuptools.build_meta"\n')
    project.place.install(project.folder)
    project.place.total()


@whole("scikit-build-core")
def _(project):
    (project.folder / "CMakeLists.txt").write_text(CMAKE + "add_subdirectory(ext)\n")
    (project.ext / "CMakeLists.txt").write_text(
        "find_package(cucore REQUIRED COMPONENTS python)\npython_add_library(example MODULE example.c WITH_SOABI)\n"
        "target_link_libraries(example PRIVATE cucore::python)\ninstall(TARGETS example DESTINATION .)\n")
    (project.folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["scikit-build-core", "cucore"]\nbuild-backend = "scikit_build_core.build"\n'
        '[project]\nname = "whole"\nversion = "1"\n')
    project.place.install(project.folder)
    project.place.total()


@whole("includes")
def _(project):
    """The command of the README, in an environment whose path has a blank."""
    place = project.place
    place.run(sys.executable, "-m", "venv", project.folder / ".venv")
    python = project.folder / ".venv" / "bin" / "python"
    place.run(python, "-m", "pip", "install", "-q", "cucore")
    place.run("sh", "-ec", "cc -shared -fPIC example.c -o example.so $(../.venv/bin/python -m cucore --includes)", at=project.ext)
    place.total(project.ext)


@whole("vendored")
def _(project):
    project.place.run(project.place.python, "-m", "cucore", "vendor", "third party/cucore", at=project.folder)
    project.compile("-I../third party/cucore", f"-I{project.dlpack}")


@whole("copied")
def _(project):
    """The files of the prefix, copied by hand beside the source."""
    for path in (project.prefix / "include").glob("cucore*.h"):
        shutil.copy(path, project.ext)
    project.compile(f"-I{project.dlpack}")


# ------------------------------------------------------------------------------------------------- without a package --
PROGRAM = """
#define CUCORE_IMPLEMENTATION
#include "cucore_copy.h"
#include <stdio.h>
int main(void) { printf("%d\\n", CUCORE_VERSION); return cucore_layout_size(NULL) > 0; }
"""


@case
def installed(place):
    """By make, CMake and Meson, the same files; found by CMake and pkg-config."""
    clone, made = place.shared / "clone", {name: place.folder / name for name in ("make", "cmake", "meson")}
    for include, data in (("include/its own", "share/data"), ("include", "share")):  # the last one is used below
        for folder in made.values():
            shutil.rmtree(folder, ignore_errors=True)
        place.run("make", "install", f"PREFIX={made['make']}", f"INCLUDEDIR={made['make']}/{include}", f"DATADIR={made['make']}/{data}", at=clone)
        place.run(place.tool("cmake"), "-S", clone, "-B", "cmake-build", f"-DCMAKE_INSTALL_PREFIX={made['cmake']}",
                  f"-DCMAKE_INSTALL_INCLUDEDIR={include}", f"-DCMAKE_INSTALL_DATADIR={data}")
        place.run(place.tool("cmake"), "--install", "cmake-build")
        shutil.rmtree(place.folder / "meson-build", ignore_errors=True)
        place.run(place.tool("meson"), "setup", "meson-build", clone, f"-Dprefix={made['meson']}", f"-Dincludedir={include}", f"-Ddatadir={data}")
        place.run(place.tool("meson"), "install", "-C", "meson-build")
        files = {name: {path.relative_to(root): path.read_bytes().rstrip().replace(str(root).encode(), b"PREFIX")
                        for path in root.rglob("*") if path.is_file()} for name, root in made.items()}
        same = len(files["make"]) >= 9 and files["make"] == files["cmake"] == files["meson"]
        check(same, {name: sorted(map(str, found)) for name, found in files.items()})

    staged = place.folder / "staged"
    place.run("make", "install", f"DESTDIR={staged}", "PREFIX=/opt/cucore", "DLPACK_INCLUDE=/opt/dlpack", at=clone)
    flags = place.run(place.tool("pkg-config"), "--cflags", "--libs", "cucore",
                      PKG_CONFIG_PATH=str(staged / "opt/cucore/share/pkgconfig")).split()
    check(flags == ["-I/opt/cucore/include", "-I/opt/dlpack", "-ldl", "-pthread"], flags)
    found = {"PKG_CONFIG_PATH": str(made["make"] / "share/pkgconfig")}
    flags = place.run(place.tool("pkg-config"), "--cflags", "--libs", "cucore", **found).split()
    (place.folder / "program.c").write_text(PROGRAM)
    cuda = [f"-I{folder}" for folder in [cuda_include(place)] if folder]
    place.run("cc", "program.c", "-o", "program", *flags, *cuda)
    version = place.run(place.tool("pkg-config"), "--modversion", "cucore", **found).strip()
    major, minor, patch = map(int, version.split("."))
    check(place.run("./program").strip() == str(major * 10000 + minor * 100 + patch))

    project = place.folder / "project"
    project.mkdir()
    shutil.copy(place.folder / "program.c", project)
    now, next_minor = f"{major}.{minor}", f"{major}.{minor + 1}"
    wanted = {f"{now}.{patch}": True, now: True, next_minor: False, f"{now}.{patch + 1}": False, f"{major + 1}": False,
              f"{now}...<{next_minor}": True, f"{next_minor}...{major}.{minor + 2}": False, f"0.1...{next_minor}": True, "": True}
    for asked, there in wanted.items():
        (project / "CMakeLists.txt").write_text(f"""
cmake_minimum_required(VERSION 3.19)
project(program LANGUAGES C)
find_package(cucore {asked} REQUIRED)
add_executable(program program.c)
target_link_libraries(program PRIVATE cucore::cucore)
""")
        with contextlib.nullcontext() if there else refused("requested version"):
            place.run(place.tool("cmake"), "-S", project, "-B", f"with-{asked or 'any'}",
                      f"-DCMAKE_PREFIX_PATH={made['make']}")
    place.run(place.tool("cmake"), "--build", "with-any")
    place.run("with-any/program")


    if not shutil.which("nvcc"):
        return
    (project / "CMakeLists.txt").write_text("""
cmake_minimum_required(VERSION 3.19)
project(program LANGUAGES CUDA)
find_package(cucore REQUIRED)
configure_file(program.c program.cu)
add_executable(program "${CMAKE_CURRENT_BINARY_DIR}/program.cu")
target_link_libraries(program PRIVATE cucore::cucore)
""")
    place.run(place.tool("cmake"), "-S", project, "-B", "cuda", f"-DCMAKE_PREFIX_PATH={made['cmake']}",
              "-DCMAKE_CUDA_ARCHITECTURES=90")
    place.run(place.tool("cmake"), "--build", "cuda")
    place.run("cuda/program")


CMAKES = ("3.15.3", "3.18.4.post1", "3.22.6", "3.27.9", "3.31.10", "4.0.3", "")  # "": the newest
CONSUMER = """cmake_minimum_required(VERSION 3.15...4.1)
project(consumer LANGUAGES C)
{how}
add_library(consumer STATIC consumer.c)
target_link_libraries(consumer PRIVATE cucore::cuda)
"""


def cmake_of(version):
    """From CMake 3.15 to the newest: installs, finds with both components, adds as a subdirectory, refuses a second version (B138)."""
    def run(place):
        place.install("cmake" + (f"=={version}" if version else ""))
        clone, cmake, prefix, other = place.shared / "clone", place.folder / "venv" / "bin" / "cmake", place.folder / "prefix", place.folder / "other"
        said = place.run(cmake, "--version").split()[2]
        check(not version or version.startswith(said), said)
        for folder in (prefix, other):
            place.run(cmake, "-S", clone, "-B", f"{folder}-build", f"-DCMAKE_INSTALL_PREFIX={folder}", "-DCMAKE_INSTALL_INCLUDEDIR=include/cu")
            place.run(cmake, "--install", f"{folder}-build")
        changed = other / "include" / "cu" / "cucore.h"
        changed.write_text(re.sub(" - v[0-9.]+ - ", " - v0.2.0 - ", changed.read_text(), count=1))
        for folder in ("dlpack", "toolkit/include"):
            (place.folder / folder).mkdir(parents=True)
        (place.folder / "dlpack" / "dlpack.h").write_text("#define DLPACK_MAJOR_VERSION 1\n")
        (place.folder / "toolkit" / "include" / "cuda.h").write_text("#define MINE 1\n")
        project = place.folder / "project"
        project.mkdir()
        (project / "consumer.c").write_text('#define CUCORE_NO_CUDA_H\n#include "cucore.h"\n#include <cuda.h>\nint mine = MINE;\n')
        find = 'find_package(cucore {} REQUIRED COMPONENTS python cuda CONFIG PATHS "{}" NO_DEFAULT_PATH)\n'
        inside = f'set(CUCORE_CUDA ON)\nadd_subdirectory("{clone}" cucore)\n'
        first = find.format("", other) + "unset(cucore_DIR CACHE)\n"
        for number, (how, words) in enumerate(((find.format("", prefix), None), (inside, None), (first + find.format("", prefix), "already"),
                                               (first + inside, "already"), (find.format("9", prefix), "9"))):
            (project / "CMakeLists.txt").write_text(CONSUMER.format(how=how))
            with refused(words) if words else contextlib.nullcontext():
                place.run(cmake, "-S", project, "-B", f"made-{number}", f"-DCUDAToolkit_ROOT={place.folder}/toolkit",
                          f"-DCUCORE_DLPACK_INCLUDE_DIR={place.folder}/dlpack")
                place.run(cmake, "--build", f"made-{number}")
    CASES[f"cmake-{version or 'newest'}"] = run


for each in CMAKES:
    cmake_of(each)


@contextlib.contextmanager
def refused(words):
    try:
        yield
    except Failed as error:
        check(words in str(error), error)
    else:
        raise Failed(f"was to be refused: {words}")


def cuda_include(place):
    package = str(place.shared / "clone" / "packaging" / "python")
    code = "import cucore; print(cucore.get_cuda_include() or '')"
    return place.run(sys.executable, "-c", code, PYTHONPATH=package).strip()


@case
def meson_subproject(place):
    """The example on a subproject from git, by a wrap file."""
    place.install("apache-tvm-ffi", "meson", "ninja")
    example = place.example("meson-python")
    (example / "subprojects").mkdir()
    url = (place.shared / "clone").as_uri()
    (example / "subprojects" / "cucore.wrap").write_text(
        f"[wrap-git]\nurl = {url}\nrevision = HEAD\n[provide]\ndependency_names = cucore\n")
    place.run("meson", "setup", "made", example, "--wrap-mode=forcefallback")
    place.run("meson", "compile", "-C", "made")
    place.total(place.folder / "made")


@case
def release(place):
    """What make release makes: the tarball is a subproject by the wrap file, one header is all that a module needs."""
    clone = place.shared / "clone"
    place.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "key")
    place.run(sys.executable, clone / "tools" / "release.py", "--draft", "--sign", place.folder / "key")
    dist = clone / "dist"
    sums = {line.split()[1]: line.split()[0] for line in (dist / "SHA256SUMS").read_text().splitlines()}
    signed = {"SHA256SUMS", "SHA256SUMS.sig"}
    check(set(sums) == {path.name for path in dist.iterdir()} - signed and len(sums) == 8, sums)
    place.run("sha256sum", "--check", "--strict", "SHA256SUMS", at=dist)
    (place.folder / "signers").write_text(f"cucore {(place.folder / 'key.pub').read_text()}")
    verify = f"ssh-keygen -Y verify -f '{place.folder}/signers' -I cucore -n cucore -s SHA256SUMS.sig < "
    place.run("sh", "-c", verify + "SHA256SUMS", at=dist)
    with refused("incorrect signature"):
        place.run("sh", "-c", verify + "cucore.wrap", at=dist)
    bom, made = ((next(dist.glob(f"*.{kind}.json"))).read_text() for kind in ("cdx", "intoto"))
    check_bom(place, bom)
    check({"dlpack.h", "cucore_single.h"} <= {part["name"] for part in json.loads(bom)["components"]}, bom)
    commit = place.run("git", "rev-parse", "HEAD", at=clone).strip()
    check(commit in made and {each["name"]: each["digest"]["sha256"] for each in json.loads(made)["subject"]}.items() <= sums.items(), made)
    first = (dist / "cucore_single.h").read_text().splitlines()[0]
    check(first.endswith("Identifier: MIT AND Apache-2.0"), first)
    check("Apache License" in (dist / "LICENSE-Apache-2.0.txt").read_text() and "MIT License" in (dist / "LICENSE-MIT.txt").read_text())
    place.install("apache-tvm-ffi", "meson", "ninja")
    example = place.example("meson-python")
    (example / "subprojects" / "packagefiles").mkdir(parents=True)
    shutil.copy(dist / "cucore.wrap", example / "subprojects")
    shutil.copy(next(dist.glob("*.tar.gz")), example / "subprojects" / "packagefiles")
    place.run("meson", "setup", "made", example, "--wrap-mode=forcefallback")
    place.run("meson", "compile", "-C", "made")
    place.total(place.folder / "made")

    alone = place.example("make")
    text = (alone / "example.c").read_text().replace("cucore_python.h", "cucore_single.h")
    (alone / "example.c").write_text(text)
    python = place.run(place.python, "-c", "import sysconfig; print(sysconfig.get_path('include'))").strip()
    cuda = [f"-I{folder}" for folder in [cuda_include(place)] if folder]
    place.run("cc", "-shared", "-fPIC", "example.c", "-o", "example.so", f"-I{dist}", f"-I{python}", *cuda, at=alone)
    place.total(alone)


@contextlib.contextmanager
def package_index():
    """A package index of this process -> its address, and what was posted to it."""
    received = []

    class Index(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            received.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *words):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", received
        server.shutdown()


@case
def publish(place):
    """One command, once there is an address: what it writes, tags, pushes and uploads, to a repository and an index of this machine."""
    clone, origin = place.folder / "clone", place.folder / "origin.git"
    place.run("git", "clone", "-q", place.shared / "clone", clone)
    place.run("git", "init", "-q", "--bare", origin)
    place.run("git", "remote", "set-url", "origin", origin, at=clone)
    for name in ("name", "email"):
        place.run("git", "config", f"user.{name}", "test", at=clone)
    for wrong in ("", "http://a", "https://a b"):
        with refused("it must begin with https://"):
            place.run("make", "publish", f"HOMEPAGE={wrong}", "CHECKS=", "VENV=", f"PYTHON={sys.executable}", at=clone)
    command = ["make", "publish", "HOMEPAGE=https://cucore.invalid", "CHECKS=", "VENV=", f"PYTHON={sys.executable}"]
    with package_index() as (address, received):
        said = place.run(*command, at=clone, TWINE_REPOSITORY_URL=address, TWINE_USERNAME="me", TWINE_PASSWORD="secret")
    version = place.run(sys.executable, clone / "tools" / "version.py").strip()
    check("not ready" not in said, said)
    tags = place.run("git", "--git-dir", origin, "tag", "--list").split()
    check(tags == [f"v{version}"], tags)
    shown = {name: place.run("git", "--git-dir", origin, "show", f"v{version}:{name}") for name in (
        "pyproject.toml", "CHANGELOG.md", "README.md", "packaging/conda/recipe.yaml", "docs/guide/building.md", "examples/packaging/setuptools/pyproject.toml")}
    check('Homepage = "https://cucore.invalid"' in shown["pyproject.toml"] and "homepage: https://cucore.invalid" in shown["packaging/conda/recipe.yaml"])
    check(re.search(rf"^## {re.escape(version)}, \d{{4}}-\d\d-\d\d$", shown["CHANGELOG.md"], re.M))
    check("pip install cucore numpy\n" in shown["README.md"], shown["README.md"])
    check('requires = ["setuptools", "cucore"]\n' in shown["examples/packaging/setuptools/pyproject.toml"], shown)
    check("/path/to/cucore" not in "".join(text for name, text in shown.items() if name != "CHANGELOG.md"), "a file is named still")
    wanted = {path.name: path.read_bytes() for path in (clone / "dist").glob("cucore-*") if path.name.endswith((".whl", ".tar.gz"))}
    check(len(wanted) == len(received) == 2 and all(any(name.encode() in each and data in each for each in received) for name, data in wanted.items()),
          "uploaded were", [len(each) for each in received])
    place.run("git", "commit", "-q", "--allow-empty", "-m", "later", at=clone)
    place.run("git", "tag", "-d", f"v{version}", at=clone)
    with refused("dist/ was not made of"):
        place.run(sys.executable, clone / "tools" / "release.py", "--upload", at=clone)


DLPACK_RECIPE = """
from conan import ConanFile
from conan.tools.files import copy
class Recipe(ConanFile):
    name, version, package_type, exports_sources = "dlpack", "{}", "header-library", "include/*"
    def package(self):
        copy(self, "*", self.source_folder, self.package_folder)
"""


@case
def conan(place):
    """With dlpack.h of Conan's package dlpack 1.x, and the homepage that pyproject.toml has once there is one."""
    place.install("cucore")
    there = pathlib.Path(place.run(place.python, "-c", "import cucore; print(cucore.get_dlpack_include())").strip())
    place.run(place.tool("conan"), "profile", "detect", "--force")
    for version in ("0.8", "1.0", "2.0"):  # in the place of those of ConanCenter
        recipe = place.folder / version
        shutil.copytree(there, recipe / "include")
        (recipe / "conanfile.py").write_text(DLPACK_RECIPE.format(version))
        place.run(place.tool("conan"), "create", recipe, "--no-remote")
    clone = shutil.copytree(place.shared / "clone", place.folder / "clone")
    with (clone / "pyproject.toml").open("a") as file:
        file.write('\n[project.urls]\nHomepage = "https://cucore.invalid"\n')
    said = place.run(place.tool("conan"), "create", clone / "packaging" / "conan", "--no-remote",
                     PATH=without_dlpack(place))
    found = re.search(r"^cucore (\d+\.\d+\.\d+), ", said, re.M)
    check(found and "dlpack/1.0" in said and "dlpack/2.0" not in said, said)
    said = place.run(place.tool("conan"), "graph", "info", f"--requires=cucore/{found[1]}", "--no-remote", "--filter=homepage")
    check("homepage: https://cucore.invalid" in said, said)


def without_dlpack(place):
    """A PATH whose python3 has no packages."""
    folder = place.folder / "bin"
    folder.mkdir()
    (folder / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    (folder / "python3").chmod(0o755)
    return f"{folder}{os.pathsep}{place.tool('cmake').parent}{os.pathsep}{place.environment['PATH']}"


@case
def conda(place):
    """rattler-build makes the package in an environment of stand-ins, and runs the recipe's tests (conda.py)."""
    place.install("py-rattler-build", "apache-tvm-ffi")
    clone = place.shared / "clone"
    code = f"import sys; sys.path.insert(0, {str(clone / 'packaging' / 'python')!r}); import cucore; print(cucore.get_dlpack_include())"
    there = place.run(place.python, "-c", code).strip()
    said = place.run(place.python, clone / "tests" / "packaging" / "conda.py", place.folder / "made", DLPACK_INCLUDE=there)
    check(re.search(r"^\d+ files, [1-9]\d* tests$", said, re.M), said)


@case
def reuse(place):
    """Every file has a copyright holder and a licence."""
    place.install("reuse>=4")
    place.run(place.folder / "venv" / "bin" / "reuse", "lint", at=place.shared / "clone")


@case
def vcpkg(place):
    """The port with stand-ins for vcpkg's own functions: which files it gives."""
    (place.folder / "port.cmake").write_text("""
set(PORT cucore)
function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "")
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B build
        -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
    execute_process(COMMAND ${CMAKE_COMMAND} --install build COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
    file(INSTALL ${arg_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/cucore RENAME copyright)
endfunction()
include(${CURRENT_PORT_DIR}/portfile.cmake)
""")
    port = place.shared / "clone" / "packaging" / "vcpkg" / "cucore"
    packages = place.folder / "packages"
    folders = [f"-DCURRENT_PORT_DIR={port}", f"-DCURRENT_PACKAGES_DIR={packages}"]
    place.run(place.tool("cmake"), *folders, "-P", "port.cmake")
    made = {str(path.relative_to(packages)) for path in packages.rglob("*") if path.is_file()}
    check({"include/cucore.h", "share/cucore/usage", "share/cucore/copyright", "share/cmake/cucore/cucoreConfig.cmake",
           "share/pkgconfig/cucore.pc"} <= made, made)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--only", nargs="*", help="cases whose name contains one of these words")
    options = parser.parse_args()
    shared = options.folder.resolve()
    setting_up = Place(shared / "setting-up", shared)
    make_clone(setting_up)
    make_tools(setting_up)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name, run in CASES.items():
        if options.only and not any(word in name for word in options.only):
            continue
        start, place, result, words = time.time(), Place(shared / "cases" / name, shared), "passed", ""
        try:
            run(place)
        except Skipped as error:
            result, words = "skipped", error
        except (Failed, OSError, subprocess.TimeoutExpired, StopIteration, ValueError) as error:
            result, words = "failed", error
        counts[result] += 1
        print(f"{result:8}{name}, {time.time() - start:.0f} s" + (f": {words}" if words else ""), flush=True)
    print(", ".join(f"{count} {result}" for result, count in counts.items()))
    return bool(counts["failed"] or not counts["passed"])


if __name__ == "__main__":
    sys.exit(main())
