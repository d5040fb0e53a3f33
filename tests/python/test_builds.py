"""What other code and tools do to the headers: macros with short names, packed structs, several sources in one translation unit, generators."""
import os
import re
import shutil
import subprocess
import sys

import pytest

import readme
from test_platforms import rows
from test_sources import C_NAMES, HEADERS, OF_OTHERS, ROOT, WARNINGS, compiled, includes

COMPILERS = {"C": (readme.CC, "c99"), "C++": (readme.CXX, "c++17")}

# Macros of windows.h, rpc.h, <sys/sysmacros.h>, <complex.h>, X11 and Qt, and those that compilers and programs define themselves.
FUNCTIONS = ("min", "max", "major", "minor", "makedev", "abs", "round", "verify", "require", "countof", "likely", "unlikely", "clamp")
NAMES = ("I J small interface near far hyper pascal cdecl huge ERROR IN OUT OPTIONAL DELETE NO_ERROR CONST VOID linux unix i386 mips arm "
         "sparc vax sun Status Bool True False None Always Success slots signals emit foreach forever U L N T P S C X Y PI DEBUG STATUS "
         "OK dim nd").split()
NOT_BESIDE_PYTHON = {"slots"}  # a field of PyType_Spec
DEFINED_BEFORE = ["-Dmin(a,b)=((a)<(b)?(a):(b))", "-Dmax(a,b)=((a)>(b)?(a):(b))", "-Dmajor(device)=(device)", "-Dminor(device)=(device)",
                  "-DI=_Complex_I", "-Dsmall=char", "-Dinterface=struct", "-DERROR=0", "-Dlinux=1", "-Dunix=1"]


def needs_python(header):
    return re.search(r'^ *# *include (<Python.h>|"cucore_python.h")', (ROOT / header).read_text(), re.M) is not None


def each_header(test):
    """All of C that needs Python, all others, all of C++; EVERY=1: each header by itself."""
    rows = [("with Python", "C"), ("without", "C"), ("cucore.hpp", "C++")]
    rows += [(header, language) for language in COMPILERS for header in HEADERS] if readme.EVERY else []
    return pytest.mark.parametrize("name, language", rows)(test)


def headers(name):
    groups = {"with Python": C_NAMES, "without": [header for header in C_NAMES if not needs_python(header)]}
    return groups.get(name) or [name]


def included(folder, name, language, before, *options):
    compiler, standard = COMPILERS[language]
    text = "".join(f'#include "{header}"\n' for header in headers(name))
    done = compiled(folder, f'{before}#define CUCORE_IMPLEMENTATION\n{text}', f"-std={standard}", "-D_GNU_SOURCE", f"-I{ROOT}",
                    *options, compiler=compiler)
    assert done.returncode == 0, done.stderr


@each_header
def test_short_names_are_macros_that_are_no_c(tmp_path, name, language):
    """The headers of others come first, since they use some of these names themselves."""
    text = "".join((ROOT / header).read_text() for header in headers(name))
    system = re.findall(r"^ *# *include (<[a-z_]+>)$", text, re.M) if language == "C++" else []
    has_python = any(map(needs_python, headers(name)))
    words = [*(f"{word}(...)" for word in FUNCTIONS), *(word for word in NAMES if word not in NOT_BESIDE_PYTHON or not has_python)]
    before = [OF_OTHERS, *(f"#include {name}" for name in sorted(set(system)))]
    before += [f"#undef {word.split('(')[0]}\n#define {word} {word.split('(')[0]} is a macro !" for word in words]
    included(tmp_path, name, language, "\n".join(before) + "\n")


@each_header
def test_short_names_are_macros_before_every_header(tmp_path, name, language):
    included(tmp_path, name, language, "", *DEFINED_BEFORE)


# ---------------------------------------------------------------------------------------------------------- packed structs --
PACKED = {"-fpack-struct": (["-fpack-struct"], ""), "-fpack-struct=4": (["-fpack-struct=4"], ""), "#pragma pack": ([], "#pragma pack(1)\n"),
          "-fshort-enums": (["-fshort-enums"], "")}


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang", "clang++"])
@pytest.mark.parametrize("way", PACKED)
def test_packed_structs_are_refused(tmp_path, compiler, way):
    """One error, which names the option; -fpack-struct=8 changes no struct of the library."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    options, before = PACKED[way]
    source = tmp_path / ("use.cpp" if "++" in compiler else "use.c")
    source.write_text(before + '#include "cucore.h"\n')
    command = [compiler, "-fsyntax-only", "-w", f"-I{ROOT}", "-DCUCORE_NO_CUDA_H", *options, str(source)]
    if way == "-fshort-enums" and "++" in compiler:
        command.append("-std=c++11")
    done = subprocess.run(command, capture_output=True, text=True)
    errors = re.findall(r"error: .*", done.stderr)
    wanted = "cucore__assert_no_short_enums" if "enums" in way else "cucore__assert_no_pack_struct"
    assert done.returncode != 0 and len(errors) == 1 and wanted in done.stderr, done.stderr
    if way == "-fpack-struct":
        source.write_text('#define CUCORE_IMPLEMENTATION\n#include "cucore.h"\n')
        assert subprocess.run([word if word != way else "-fpack-struct=8" for word in command], capture_output=True).returncode == 0


# ---------------------------------------------------------------------------------------------------------- unity builds --
IMPLEMENTATION = "#define CUCORE_IMPLEMENTATION\n"
SOURCES = {  # a project of five files, one of which has the implementation
    "layouts": """#include "cucore.h"
int layouts(void);
int layouts(void)
{
    const int64_t shape[2] = {3, 4};
    cucore_layout layout;
    return cucore_layout_make(2, shape, NULL, 4, &layout) == CUCORE_OK && layout.strides[0] == 4;
}
""",
    "objects": """#include "cucore_python.h"
int objects(PyObject *obj, CUstream *out);
int objects(PyObject *obj, CUstream *out)
{
    return cucore_py_stream_from_object(obj, out);
}
""",
    "implementation": "",
    "copies": """#include "cucore_copy.h"
int copies(void);
int copies(void)
{
    cucore_copy_options options = {0};
    cucore_view views[2] = {{0}};
    return cucore_view_copy(&views[0], &views[1], NULL, &options) != CUCORE_OK || cucore_view_nbytes(views) == 0;
}
""",
    "main": """#include "cucore_dlpack.h"
int layouts(void);
int copies(void);
int main(void)
{
    return !layouts() || !copies() || cucore_status_name(CUCORE_OK) == NULL;
}
""",
}
PROGRAM = [name for name in SOURCES if name != "objects"]  # what links without Python
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(unity LANGUAGES C CXX)
find_package(cucore REQUIRED COMPONENTS python)
foreach(suffix IN ITEMS c cpp)
    add_executable(${suffix} %s)
    set_target_properties(${suffix} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    target_link_libraries(${suffix} PRIVATE cucore::cucore)
endforeach()
"""


def written(folder, names, suffix=".c"):
    """The implementation is that of every header, or of what needs no Python."""
    headers = [name for name in C_NAMES if "objects" in names or not needs_python(name)]
    for name in names:
        text = SOURCES[name] or IMPLEMENTATION + "".join(f'#include "{header}"\n' for header in headers)
        (folder / f"{name}{suffix}").write_text(text.replace("{0}", "{}").replace("{{}}", "{}") if suffix == ".cpp" else text)


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def in_one(folder, names, place, language):
    """A file that includes the others, the one with the implementation at `place`; the command that compiles it."""
    written(folder, names)
    others = [name for name in names if name != "implementation"]
    lines = [f'#include "{name}.c"\n' for name in (*others[:place], "implementation", *others[place:])]
    (folder / "unity.c").write_text("".join(lines))
    compiler, standard = COMPILERS[language]
    return [compiler, "-x", language.lower(), f"-std={standard}", *WARNINGS, "-Wno-missing-field-initializers", "-D_GNU_SOURCE", f"-I{ROOT}",
            *includes(), folder / "unity.c"]


UNITS = [(place, language) for place in range(4) for language in COMPILERS]
PLACED = {0: "first", 1: "second", 2: "third", 3: "fourth"}.get


@pytest.mark.parametrize("place, language", UNITS if readme.EVERY else [(0, "C"), (3, "C++")], ids=PLACED)
def test_one_translation_unit(tmp_path, place, language):
    run(*in_one(tmp_path, PROGRAM, place, language), "-O0", "-o", tmp_path / "unity", "-ldl", "-lpthread")
    run(tmp_path / "unity")


@pytest.mark.parametrize("place, language", UNITS if readme.EVERY else [(3, "C"), (0, "C++")], ids=PLACED)
def test_one_translation_unit_with_python(tmp_path, place, language):
    run(*in_one(tmp_path, list(SOURCES), place, language), "-fsyntax-only")


@pytest.mark.skipif(not shutil.which("cmake") or not readme.EVERY, reason="cmake is not installed, or not make test EVERY=1")
def test_unity_build_of_cmake(tmp_path):
    for suffix in (".c", ".cpp"):
        written(tmp_path, PROGRAM, suffix)
    (tmp_path / "CMakeLists.txt").write_text(CMAKE % " ".join(f"{name}.${{suffix}}" for name in PROGRAM))
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-Dcucore_DIR={ROOT / 'packaging' / 'cmake'}",
        f"-DCUCORE_DLPACK_INCLUDE_DIR={os.environ['DLPACK_INCLUDE']}")
    run("cmake", "--build", tmp_path / "build")
    assert len(list(tmp_path.glob("build/CMakeFiles/*.dir/**/*.o"))) == 2
    for suffix in ("c", "cpp"):
        run(tmp_path / "build" / suffix)


# ------------------------------------------------------------------------------------------------------------ generators --
@pytest.mark.parametrize("option", ["", "--nim"])
@pytest.mark.parametrize("header", rows.plain_headers())
def test_plain_declarations(tmp_path, header, option):
    """The text of examples/languages/declarations.py has every function, is C, and has nothing that cffi and c2nim cannot read."""
    command = [sys.executable, str(ROOT / "examples" / "languages" / "declarations.py"), str(ROOT / header), *filter(None, [option])]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert rows.functions(header) <= set(re.findall(r"\bcucore_\w+(?=\()", done.stdout))
    assert not re.search(r"__attribute__|\bstatic\b|\bsizeof\b|^#|_Alignas|__extension__", done.stdout, re.M)
    assert not option or not re.search(r"__|_\b|\bstruct \w+;|typedef enum", done.stdout)
    if not option:  # Nim's void * in the place of structs is not the same C
        (tmp_path / "plain.c").write_text("#include <stddef.h>\n#include <stdint.h>\n" + done.stdout)
        run(readme.CC, "-std=c99", "-fsyntax-only", *WARNINGS, tmp_path / "plain.c")


@pytest.mark.parametrize("name", ["nanobind", "pybind11"])
def test_a_binding_by_a_path_of_its_own(name, tmp_path):
    """The folder of the headers is on no -I: the binding's header finds them beside its own folder."""
    folder = tmp_path / "third_party"
    (folder / "cucore").mkdir(parents=True)
    for path in [*ROOT.glob("cucore*.h*"), *(ROOT / "cucore").glob("*.h")]:
        shutil.copy(path, folder / path.relative_to(ROOT))
    for header in ("nanobind/nanobind.h", "pybind11/pybind11.h"):  # the preprocessor needs no more of them
        (tmp_path / "system" / header).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "system" / header).write_text("")
    (tmp_path / "use.cpp").write_text(f'#include "third_party/cucore/{name}.h"\n')
    found = [option for variable in ("PYTHON_INCLUDE", "DLPACK_INCLUDE", "CUDA_INCLUDE") for option in ("-isystem", os.environ.get(variable) or "/none")]
    done = subprocess.run(["g++", "-std=c++17", "-M", "use.cpp", "-isystem", "system", *found], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "third_party/cucore/../cucore_results.h" in done.stdout and "third_party/cucore/../cucore.hpp" in done.stdout
