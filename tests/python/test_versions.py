"""Two versions of cucore in one program, linked together, and in one interpreter.

The other version is a copy of the headers with another number and with a field more at the beginning of cucore_view, so that
a function of one that gets a struct of the other goes wrong."""
import re
import shutil
import subprocess
import sys
import sysconfig

import pytest

import readme
from test_sources import HEADERS, ROOT, includes

sys.path.insert(0, str(ROOT / "tools"))
import version  # noqa: E402

HERE = ROOT / "tests" / "python"
THIS = version.version()
OTHER = THIS.rsplit(".", 1)[0] + ".99"
CHANGES = {rf"(#define CUCORE_VERSION_PATCH) {THIS.rsplit('.', 1)[1]}$": r"\1 99",
           rf"(CUCORE_VERSION) != {version.number(THIS)}$": rf"\1 != {version.number(OTHER)}",
           rf"\bcucore_{THIS.replace('.', '_')}(?=##|_ndim##)": "cucore_" + OTHER.replace(".", "_"),
           r"^typedef struct cucore_view \{$": r"\g<0> char inserted[40];"}


class Builder:
    """Compiles and links in a folder; what has been compiled is kept."""

    def __init__(self, folder):
        self.folder, self.made = folder, {}
        self.headers = {"this": ROOT, "other": folder / "other"}
        self.headers["other"].mkdir()
        counts = dict.fromkeys(CHANGES, 0)
        for name in HEADERS:
            text = (ROOT / name).read_text()
            for old, new in CHANGES.items():
                text, count = re.subn(old, new, text, flags=re.MULTILINE)
                counts[old] += count
            (self.headers["other"] / name).write_text(text)
        assert list(counts.values()) == [1, len(HEADERS), 2, 1]

    def run(self, *command):
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def compiled(self, source, version, language, *options):
        key = (source, version, language, options)
        if key not in self.made:
            names = ("clang", "clang++") if shutil.which("clang") and "-flto" not in options else ("cc", "c++")  # clang takes half the time
            compiler = {"C": [names[0], "-std=c99"], "C++": [names[1], "-x", "c++", "-std=c++11"]}[language]
            target = self.folder / f"{len(self.made)}.o"
            code, text = self.run(*compiler, "-O0", "-fPIC", f"-I{self.headers[version]}", *includes(), *options, "-c", source,
                                  "-o", target)
            assert code == 0, text
            self.made[key] = target
        return self.made[key]

    def part(self, name, source, header, version="this", language="C", how="apart", options=""):
        """A static library with a function of this name; how: the implementation is a file of its own, or in that of the
        function, or static."""
        options = options.split()
        alone = self.folder / f"{header}.c"
        alone.write_text(f'#include "{header}"\n')
        more = {"apart": [], "whole": ["-DCUCORE_IMPLEMENTATION"], "static": ["-DCUCORE_STATIC"]}[how]
        objects = [self.compiled(source, version, language, f"-DPART={name}", *more, *options)]
        if how == "apart":
            objects.append(self.compiled(alone, version, language, "-DCUCORE_IMPLEMENTATION", *options))
        library = self.folder / f"lib{name}.a"
        library.unlink(missing_ok=True)
        code, text = self.run("gcc-ar" if "-flto" in options else "ar", "rc", library, *objects)
        assert code == 0, text
        return library


@pytest.fixture(scope="module")
def builder(tmp_path_factory):
    return Builder(tmp_path_factory.mktemp("versions"))


MAIN = """
#include <stdio.h>
int one(const void **error);
int two(const void **error);
int main(void)
{
    const void *errors[2] = {0, 0};
    int first = one(&errors[0]), second = two(&errors[1]), again = one(&errors[0]);
    printf("%d %d %d %s", first, second, again, errors[0] == errors[1] ? "shared" : "apart");
    return 0;
}
"""


def outcome(builder, one, two, *options):
    """What the program of two parts prints, or the linker says."""
    main = builder.folder / "main.c"
    main.write_text(MAIN)
    parts = [builder.part(name, HERE / "versions.c", "cucore.h", **half) for name, half in (("one", one), ("two", two))]
    program = builder.folder / "program"
    code, text = builder.run("c++", *options, builder.compiled(main, "this", "C", *(o for o in options if "lto" in o)), *parts,
                             "-o", program, "-ldl", "-lpthread")
    return text if code else builder.run(program)[1]


THIS, OTHER = {}, {"version": "other"}
WHOLE, STATIC, CPP = {"how": "whole"}, {"how": "static"}, {"language": "C++"}
HIDDEN = {"options": "-fvisibility=hidden"}
EXPORTED = {"options": "-DCUCORE_API=extern"}
LTO = {"options": "-O1 -flto"}
ROWS = {
    "C": (THIS, OTHER),
    "C, the other first": (OTHER, THIS),
    "C, implementations beside functions": ({**THIS, **WHOLE}, {**OTHER, **WHOLE}),
    "C and C++": (THIS, {**OTHER, **CPP}),
    "C++": ({**THIS, **CPP}, {**OTHER, **CPP}),
    "C++, implementations beside functions": ({**THIS, **CPP, **WHOLE}, {**OTHER, **CPP, **WHOLE}),
    "static and not": ({**THIS, **STATIC}, OTHER),
    "not and static": (THIS, {**OTHER, **STATIC}),
    "static": ({**THIS, **STATIC}, {**OTHER, **STATIC}),
    "static, C++": ({**THIS, **STATIC, **CPP}, {**OTHER, **STATIC, **CPP}),
    "hidden": ({**THIS, **HIDDEN}, {**OTHER, **HIDDEN}),
    "hidden, C++ and whole": ({**THIS, **HIDDEN, **CPP, **WHOLE}, {**OTHER, **HIDDEN, **CPP, **WHOLE}),
    "exported": ({**THIS, **EXPORTED}, {**OTHER, **EXPORTED}),
    "fewer axes": (THIS, {"options": "-DCUCORE_MAX_NDIM=8"}),
    "fewer axes, C++": (CPP, {"options": "-DCUCORE_MAX_NDIM=8", **CPP}),
    "this version with a prefix": ({**WHOLE, "options": "-DCUCORE_PREFIX=mine_cucore"}, WHOLE),
    "both with a prefix": ({**CPP, "options": "-DCUCORE_PREFIX=a_cucore"}, {**OTHER, **CPP, "options": "-DCUCORE_PREFIX=b_cucore"}),
    "static beside the same version": ({**STATIC}, WHOLE),
}


@pytest.mark.parametrize("row", list(ROWS.values())[::readme.SOME], ids=list(ROWS)[::readme.SOME])
def test_linked_together(builder, row):
    assert outcome(builder, *row) == "0 0 0 apart"


@pytest.mark.skipif(not shutil.which("gcc-ar") or not readme.EVERY, reason="gcc-ar is not installed, or not make test EVERY=1")
def test_linked_together_by_lto(builder):
    """Nor does it see one name with two meanings."""
    assert outcome(builder, {**THIS, **LTO}, {**OTHER, **LTO, **CPP}, "-O1", "-flto", "-Werror") == "0 0 0 apart"
    assert outcome(builder, {**THIS, **LTO, **CPP}, {**OTHER, **LTO, **CPP}, "-O1", "-flto", "-Werror") == "0 0 0 apart"


def test_the_same_version_is_shared(builder):
    assert outcome(builder, THIS, THIS) == "0 0 0 shared"


SAME = {"options": "-DCUCORE_PREFIX=cucore"}
GO_WRONG = {  # what names are for: the same ones for different structs, and twice the same function
    "C": (THIS, OTHER, SAME, r"^\d+ [1-9]\d* "),
    "C++": (CPP, {**OTHER, **CPP}, SAME, r"^[1-9]\d* |^\d+ [1-9]\d* "),
    "implementations beside functions": (WHOLE, {**OTHER, **WHOLE}, SAME, "multiple definition of `cucore_view_release'"),
    "the same version, implementations beside functions": (WHOLE, WHOLE, {}, r"multiple definition of `cucore_\d+_\d+_\d+_view_release'"),
}


@pytest.mark.parametrize("row", GO_WRONG.values(), ids=GO_WRONG)
def test_names_that_are_the_same_go_wrong(builder, row):
    one, two, names, said = row
    assert re.search(said, outcome(builder, {**one, **names}, {**two, **names}))


LOADS = """
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
typedef int (*part)(const void **error);
int one(const void **error);
int main(int argc, char **argv)
{
    const void *errors[8] = {0};
    int i, j, shared = 0;
    printf("%d", one(&errors[0]));
    for (i = 1; i + 1 < argc; i += 2) {
        void *library = dlopen(argv[i], RTLD_NOW | RTLD_GLOBAL), *symbol = library ? dlsym(library, argv[i + 1]) : NULL;
        part function;
        memcpy(&function, &symbol, sizeof function);
        if (!symbol) return printf("%s", dlerror());
        printf(" %d", function(&errors[(i + 1) / 2]));
    }
    printf(" %d", one(&errors[0]));
    for (i = 0; i <= argc / 2; i++)
        for (j = 0; j < i; j++) shared |= errors[i] == errors[j];
    printf(" %s", shared ? "shared" : "apart");
    return 0;
}
"""


def loaded(builder, one, *others):
    """What a program prints that exports the symbols of its static library, and loads shared libraries with RTLD_GLOBAL."""
    main = builder.folder / "loads.c"
    main.write_text(LOADS)
    parts = [builder.part(name, HERE / "versions.c", "cucore.h", **half) for name, half in zip(("one", "two", "three"), (one, *others))]
    program, words = builder.folder / "loads", []
    code, text = builder.run("c++", "-rdynamic", builder.compiled(main, "this", "C"), parts[0], "-o", program, "-ldl", "-lpthread")
    for part in parts[1:]:
        words += [part.with_suffix(".so"), part.stem[3:]]
        if code == 0:
            code, text = builder.run("c++", "-shared", "-Wl,--whole-archive", part, "-Wl,--no-whole-archive", "-o", words[-2], "-ldl", "-lpthread")
    return text if code else builder.run(program, *words)[1]


GLOBAL_ROWS = {  # a static library of the program, shared libraries
    "C": (THIS, OTHER, THIS),
    "C++": (CPP, {**OTHER, **CPP}, CPP),
    "the other in the program": (OTHER, THIS, OTHER),
    "implementations beside functions": ({**THIS, **WHOLE}, {**OTHER, **WHOLE}, {**CPP, **WHOLE}),
    "static": ({**THIS, **STATIC}, {**OTHER, **STATIC}, {**THIS, **STATIC}),
    "exported": (EXPORTED, {**OTHER, **EXPORTED}),
    "exported, C++": ({**CPP, **EXPORTED}, {**OTHER, **CPP, **EXPORTED}),
    "exported and hidden": (EXPORTED, OTHER, THIS),
    "fewer axes, exported": (EXPORTED, {"options": "-DCUCORE_API=extern -DCUCORE_MAX_NDIM=8"}),
}


@pytest.mark.skipif(sys.platform != "linux", reason="-rdynamic and --whole-archive are options of GNU linkers")
@pytest.mark.parametrize("row", list(GLOBAL_ROWS.values())[::readme.SOME], ids=list(GLOBAL_ROWS)[::readme.SOME])
def test_loaded_with_rtld_global(builder, row):
    assert loaded(builder, *row) == f"{'0 ' * (len(row) + 1)}apart"


@pytest.mark.skipif(sys.platform != "linux", reason="-rdynamic and --whole-archive are options of GNU linkers")
def test_exported_names_that_are_the_same_go_wrong_with_rtld_global(builder):
    """The functions of the program take the place of the library's, as examples/languages/cucore_shared.c says."""
    names = {"options": "-DCUCORE_API=extern -DCUCORE_PREFIX=cucore"}
    assert re.match(r"0 [1-9]\d* ", loaded(builder, names, {**OTHER, **names}))
    assert loaded(builder, names, {**OTHER, "options": "-DCUCORE_API=extern -DCUCORE_PREFIX=other"}) == "0 0 0 apart"


MODULE = """
#include <Python.h>
PyObject *one(PyObject *self, PyObject *obj);
PyObject *two(PyObject *self, PyObject *obj);
static PyMethodDef methods[] = {{"one", one, METH_O, NULL}, {"two", two, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "%(name)s", NULL, 0, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_%(name)s(void)
{
    return PyModuleDef_Init(&module);
}
"""

PYTHON = """
import importlib.util, itertools, sys
functions = {}
for name, path in MODULES.items():
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    functions.update((f"{name}.{part}", getattr(module, part)) for part in ("one", "two"))
arrays = {name: make(None) for name, make in functions.items()}
types = {name: type(array) for name, array in arrays.items()}
assert all(kind.__name__ == "Array" for kind in types.values())
for (left, a), (right, b) in itertools.combinations(types.items(), 2):
    assert (a is b) is (left.split(".")[1] == right.split(".")[1]), (left, right)
for _ in range(20):  # what is remembered of a type is remembered by each
    for take in functions.values():
        for array in arrays.values():
            assert take(array) == take(memoryview(array)) == 6
del arrays, array
arrays = [make(None) for make in functions.values()]
assert [take(array) for take in functions.values() for array in arrays] == [6] * len(arrays) ** 2
print("done")
"""


def test_in_one_interpreter(builder):
    """Two modules, each with both versions: cucore.Array is one type for those of one version, and each takes all."""
    modules = {}
    for name, halves in {"a": (WHOLE, {**OTHER, **WHOLE}), "b": (CPP, {**OTHER, **STATIC, **CPP})}.items():
        source = builder.folder / f"{name}.c"
        source.write_text(MODULE % {"name": name})
        parts = [builder.part(part, HERE / "versions_python.c", "cucore_results.h", **half) for part, half in zip(("one", "two"), halves)]
        modules[name] = str(builder.folder / (name + sysconfig.get_config_var("EXT_SUFFIX")))
        code, text = builder.run("c++", "-shared", builder.compiled(source, "this", "C"), *parts, "-o", modules[name], "-lpthread")
        assert code == 0, text
    code, text = builder.run(sys.executable, "-c", f"MODULES = {modules!r}\n{PYTHON}")
    assert (code, text) == (0, "done\n")
