"""The table in src/python/in/protocols.c is the only list of protocols: a protocol that is added by the recipe of CONTRIBUTING.md
works everywhere, a step that is forgotten is named, and no other file of src/python has a list of its own."""
import array
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import flags
import readme

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = "python/in/protocols.c"

# -------------------------------------------------------------------------------------------- a protocol is added --
DECODER = """/* python/in/mine.c: decodes __my_array__: (address, shape, typestr). */
CUCORE__PRIVATE int cucore__py_from_mine(cucore__py_call *call)
{
    cucore_interface c;
    const char *typestr;
    long long shape[2];
    int64_t extents[2];
    unsigned long long address;
    cucore_status status;
    if (!PyTuple_Check(call->value)) {
        return cucore__py_refuse_type(call->how.arg, CUCORE__PY_CLASS(call->how.arg, wrong_type, BufferError),
                                      "__my_array__ must be a tuple, not '%U'", call->value);
    }
    if (!PyArg_ParseTuple(call->value, "K(LL)s", &address, &shape[0], &shape[1], &typestr)) return CUCORE__PY_FAILED;
    extents[0] = (int64_t)shape[0];
    extents[1] = (int64_t)shape[1];
    memset(&c, 0, sizeof c);
    c.protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE;
    c.ndim = 2;
    c.shape = extents;
    c.data = (uint64_t)address;
    c.typestr = typestr;
    c.typestr_size = strlen(typestr);
    call->out->protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE;
    status = cucore__interface_decode(&c, &call->how, 0, call->out);
    if (status) {
        cucore__view_clear(call->out);
        return cucore__py_refuse_status(call->how.arg, status);
    }
    cucore__view_fill_device(call->out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    call->out->protocol = CUCORE_PROTOCOL_MY;
    Py_INCREF(call->obj);
    cucore__view_own(call->out, call->obj, cucore__py_release_object);
    return CUCORE__PY_DONE;
}
"""
ROW = '{0}, {0}, NAME_COUNT, ON_HOST, "__{1}_array__", NULL, cucore__py_find_attribute, cucore__py_from_mine'


def at_the_end(macro, row):
    """Writes X(row) at the end of the list that a macro is."""
    def written(text):
        found = re.search(rf"#define {macro}\(X\)(?:.*\\\n)*.*", text)
        return f"{text[:found.end()]} X({row}){text[found.end():]}"
    return written


def a_flag(name):
    def written(text):
        found = re.search(r"^    X\(BY_", text, re.M).start()
        return f"{text[:found]}    X(BY_{name}, {flags.free(text)[0]}) {text[found:]}"
    return written


def a_protocol(name):
    def written(text):
        numbers = re.findall(r'\bX\(\w+, (\d+), "', re.search(r"CUCORE_PROTOCOL_LIST\(X\)(?:.*\\\n)*.*", text)[0])
        return text.replace("X(NONE, 0,", f'X({name}, {max(map(int, numbers)) + 1}, "{name.lower()}") X(NONE, 0,', 1)
    return written


def a_define(name):
    return lambda text: text.replace("#define CUCORE_BY_EXCHANGE ", f"#define CUCORE_BY_{name} (UINT64_C(1) << CUCORE__BIT_BY_{name})\n"
                                     "#define CUCORE_BY_EXCHANGE ", 1)


def a_decoder(text):
    return text.replace(f'#include "{TABLE}"\n', f'#include "python/in/mine.c"\n#include "{TABLE}"\n', 1)


def recipe(name):
    """The steps of the recipe: step -> (file, what is done to its text)."""
    return {"protocol": ("core/view.h", a_protocol(name)), "flag": ("core/check.h", a_flag(name)), "define": ("core/check.h", a_define(name)),
            "name": ("python/base/state.c", at_the_end("CUCORE__PY_NAMES", f'{name}, "__{name.lower()}_array__"')),
            "decoder": ("cucore_python.h", a_decoder),
            "row": (TABLE, at_the_end("CUCORE__PY_PROTOCOLS", ROW.format(name, name.lower())))}


STEPS = recipe("MY")
FORGOTTEN = {  # step -> what the compiler names; a row is missed by test_every_flag_has_a_row
    "protocol": "CUCORE_PROTOCOL_MY", "flag": "BIT_BY_MY", "define": "CUCORE_BY_MY",
    "name": "CUCORE__PY_MY", "decoder": "cucore__py_from_mine"}
MODULE = r"""#define CUCORE_IMPLEMENTATION
#include "cucore_copy.h"
#include "cucore_results.h"
static PyObject *take(PyObject *module, PyObject *args)
{
    unsigned long long flags = 0;
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, CUCORE_ALLOW_UNALIGNED);
    cucore_view view;
    PyObject *obj, *result;
    (void)module;
    if (!PyArg_ParseTuple(args, "O|K", &obj, &flags)) return NULL;
    arg.flags |= flags;
    if (cucore_py_view(obj, &arg, NULL, &view) < 0) return NULL;
    result = Py_BuildValue("siKi", cucore_protocol_name(view.protocol), view.layout.ndim,
                           (unsigned long long)(uintptr_t)view.ptr, view.converted);
    cucore_view_release(&view);
    return result;
}
static PyObject *is_array(PyObject *module, PyObject *obj)
{
    (void)module;
    return PyBool_FromLong(cucore_py_is_array(obj));
}
static PyObject *copy(PyObject *module, PyObject *args)
{
    cucore_copy_options options;
    unsigned long long flags;
    PyObject *dst, *src;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOK", &dst, &src, &flags)) return NULL;
    memset(&options, 0, sizeof options);
    options.src_flags = flags;
    if (cucore_py_copy(dst, src, NULL, &options) < 0) return NULL;
    Py_RETURN_NONE;
}
static PyObject *like(PyObject *module, PyObject *args)
{
    static const int64_t shape[1] = {3};
    cucore_array_spec spec;
    cucore_view view;
    PyObject *obj;
    (void)module;
    if (!PyArg_ParseTuple(args, "O", &obj)) return NULL;
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.ndim = 1;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    if (cucore_py_empty(obj, &spec, NULL, &view) < 0) return NULL;
    return cucore_py_return(&view, obj, NULL);
}
static PyMethodDef methods[] = {{"take", take, METH_VARARGS, NULL}, {"is_array", is_array, METH_O, NULL},
                                {"copy", copy, METH_VARARGS, NULL}, {"like", like, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "mine", NULL, -1, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_mine(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && (PyModule_AddObject(module, "BY_MY", PyLong_FromUnsignedLongLong(CUCORE_BY_MY)) < 0 ||
                   PyModule_AddObject(module, "BY_CAI", PyLong_FromUnsignedLongLong(CUCORE_BY_CAI)) < 0 ||
                   PyModule_AddObject(module, "FROM_ANYTHING", PyLong_FromUnsignedLongLong(CUCORE_FROM_ANYTHING)) < 0))
        return NULL;
    return module;
}
"""


def includes():
    if not os.environ.get("DLPACK_INCLUDE") or not os.environ.get("PYTHON_INCLUDE"):
        pytest.skip("the folders of dlpack.h and Python.h are not known: run make test")
    names = ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE")
    return [part for name in names if os.environ.get(name) for part in ("-isystem", os.environ[name])]


def sources_with(folder, steps, others=()):
    """A copy of src/ with these steps of the recipe, after steps of another protocol."""
    shutil.copytree(ROOT / "src", folder / "src")
    for name, change in [*others, *(STEPS[step] for step in steps)]:
        path = folder / "src" / name
        text = path.read_text()
        path.write_text(change(text))
        assert path.read_text() != text
    if "decoder" in steps:
        (folder / "src/python/in/mine.c").write_text(DECODER)
    (folder / "mine.c").write_text(MODULE)
    return [f"-I{folder / 'src'}", *includes(), str(folder / "mine.c")]


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recipe")
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    target = folder / f"mine{suffix}"
    subprocess.run([readme.CC, "-O0", "-shared", "-fPIC", "-DCUCORE_STATIC", *sources_with(folder, STEPS), "-o", str(target),
                    "-lpthread", *["-ldl"] * (sys.platform == "linux")], check=True)
    spec = importlib.util.spec_from_file_location("mine", target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DATA = array.array("f", range(6))


class Mine:
    @property
    def __my_array__(self):
        return DATA.buffer_info()[0], (2, 3), "<f4"


class WithCai(Mine):
    """Its other protocol comes first, and is taken without the table once the type is remembered."""
    @property
    def __cuda_array_interface__(self):
        raise NotImplementedError("no data here")


def test_the_new_protocol_is_taken(mine):
    for _ in range(3):  # then its type is remembered
        assert mine.take(Mine()) == ("my", 2, DATA.buffer_info()[0], 0)
        assert mine.take(Mine(), mine.BY_MY)[0] == "my"
        assert mine.take(WithCai())[0] == mine.take(WithCai(), mine.BY_MY)[0] == "my"


def test_the_new_protocol_is_a_flag(mine):
    with pytest.raises(TypeError, match=r"^x: expected an array \(an object with __my_array__\), got 'list'"):
        mine.take([1], mine.BY_MY)
    with pytest.raises(TypeError, match=r"an object with __cuda_array_interface__ or __my_array__\), got 'int'"):
        mine.take(3, mine.BY_MY | mine.BY_CAI)
    with pytest.raises(TypeError, match=r"\(an object with __cuda_array_interface__\), got '.*Mine'"):
        mine.take(Mine(), mine.BY_CAI)


def test_the_new_protocol_is_in_messages(mine):
    with pytest.raises(TypeError, match=rf"{re.escape(rows()[-1][2])} or __my_array__\), got 'list'$"):
        mine.take([1])
    with pytest.raises(BufferError, match="^x: __my_array__ must be a tuple, not 'int'$"):
        mine.take(type("Bad", (), {"__my_array__": 3})())


def test_the_new_protocol_makes_an_array(mine):
    assert mine.is_array(Mine()) and not mine.is_array(object())
    of_instance = type("Plain", (), {})()
    assert not mine.is_array(of_instance)
    of_instance.__my_array__ = Mine().__my_array__
    assert mine.is_array(of_instance)


def test_the_new_protocol_comes_before_numpy(mine):
    """CUCORE_FROM_ANYTHING takes the memory itself, not what numpy.asarray makes of the object."""
    class Both(Mine):
        def __array__(self, dtype=None, copy=None):
            return np.zeros(5, "f4")
    for kind in (Mine, Both):
        assert mine.take(kind(), mine.FROM_ANYTHING) == ("my", 2, DATA.buffer_info()[0], 0)
    assert mine.take([1.0, 2.0], mine.FROM_ANYTHING)[3] == 2


@pytest.mark.parametrize("flag", [None, "BY_MY", "FROM_ANYTHING"])
def test_the_new_protocol_is_copied(mine, flag):
    result = np.zeros((2, 3), "f4")
    mine.copy(result, Mine(), getattr(mine, flag) if flag else 0)
    assert result.tolist() == [[0, 1, 2], [3, 4, 5]]


def test_results_like_the_new_protocol(mine):
    assert type(mine.like(Mine())).__name__ == "Array"
    of_instance = type("Plain", (), {})()
    with pytest.raises(TypeError, match="^like: expected an array"):
        mine.like(of_instance)
    of_instance.__my_array__ = Mine().__my_array__
    assert type(mine.like(of_instance)).__name__ == "Array"


def test_the_new_protocol_replaces_impossible_strides(mine):
    """As a buffer does, for an array whose strides DLPack reports wrongly."""
    base = np.arange(6, dtype="f4").reshape(2, 3)

    class Reversed(Mine):
        def __dlpack_device__(self):
            return 1, 0

        def __dlpack__(self, **keywords):
            return np.lib.stride_tricks.as_strided(base, (2, 3), (1 << 62, 4)).__dlpack__(**keywords)

    assert mine.take(Reversed())[:3] == ("my", 2, DATA.buffer_info()[0])


@pytest.mark.parametrize("step", FORGOTTEN)
def test_a_forgotten_step_does_not_compile(tmp_path, step):
    options = sources_with(tmp_path, [other for other in STEPS if other != step])
    done = subprocess.run([readme.CC, "-fsyntax-only", "-Wall", "-Werror", "-DCUCORE_STATIC", *options], capture_output=True, text=True)
    assert done.returncode != 0 and FORGOTTEN[step] in done.stderr, done.stderr


def test_the_recipe_after_another_protocol(tmp_path):
    """A protocol after the last row does not change what the tests here rely on."""
    others = [step for name, step in recipe("YOUR").items() if name != "decoder"]
    done = subprocess.run([readme.CC, "-fsyntax-only", "-DCUCORE_STATIC", *sources_with(tmp_path, STEPS, others)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_row_before_the_short_ways_does_not_compile(tmp_path):
    options = sources_with(tmp_path, [step for step in STEPS if step != "row"])
    path = tmp_path / "src" / TABLE
    text = path.read_text()
    assert text.count("    X(CAI, ") == 1
    path.write_text(text.replace("    X(CAI, ", f"    X({ROW.format('MY', 'my')}) X(CAI, "))
    done = subprocess.run([readme.CC, "-fsyntax-only", *options], capture_output=True, text=True)
    assert done.returncode != 0 and "assert_new_protocols_come_after_cai" in done.stderr, done.stderr


# -------------------------------------------------------------------------------------------- no list beside it --
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def rows():
    """(flag, attribute, name in messages) of each protocol."""
    table = (ROOT / "src" / TABLE).read_text().split("#define CUCORE__PY_PROTOCOLS(X)")[1].split("\nstatic")[0]
    return re.findall(r'\bX\((\w+), (\w+), \w+, \w+, "([^"]+)"', table.replace("\\\n", " "))


def lists(text):
    """The statements that have three protocols or more, by flag, by attribute or by name."""
    found = []
    ways = [{f"CUCORE_BY_{flag}" for flag, _, _ in rows()},
            {f"CUCORE__PY_{attribute}" for _, attribute, _ in rows() if attribute != "NAME_COUNT"}]
    names = [name for _, _, name in rows() if name.startswith("__")]
    text = COMMENT.sub(" ", text)
    for statement in re.split(r"[;{]|\}(?!,)|\n(?=#)", text):
        words = set(re.findall(r"\bCUCORE\w+", statement))
        if any(len(words & way) > 2 for way in ways) or sum(f'"{name}"' in statement for name in names) > 2:
            found.append(statement.strip())
    for string in re.findall(r'"(?:\\.|[^"\\\n])*"', text):
        if sum(name in string for name in names) > 1:
            found.append(string)
    return found


def test_every_flag_has_a_row():
    flags = re.findall(r"^#define CUCORE_BY_(\w+) ", (ROOT / "src/core/check.h").read_text(), re.M)
    assert [flag for flag, _, _ in rows()] == flags and len(flags) >= 5


@pytest.mark.parametrize("path", sorted((ROOT / "src/python").rglob("*.[ch]")), ids=lambda path: path.name)
def test_no_list_beside_the_table(path):
    text = path.read_text()
    if path.name == "protocols.c":
        start = text.index("#define CUCORE__PY_PROTOCOLS(X)")
        text = text[:start] + text[text.index("\nstatic", start):]
    if path.name == "state.c":  # the texts of all attributes, in which a name that the table lacks is no protocol
        text = re.sub(r"#define CUCORE__PY_NAMES\(X\)(.*\\\n)*", "", text)
    assert lists(text) == []


@pytest.mark.parametrize("text, count", [
    ("known = CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK |\n    CUCORE_BY_CAI;", 1), ("a = CUCORE_BY_CAI | CUCORE_BY_PEP3118;", 0),
    ("static const int ids[3] = {CUCORE__PY_DLPACK, CUCORE__PY_CAI, CUCORE__PY_ARRAY_INTERFACE};", 1),
    ("#define ALL (CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK | CUCORE_BY_CAI)\n", 1),
    ("f(names[CUCORE__PY_DLPACK]) || f(names[CUCORE__PY_CAI]) || f(names[CUCORE__PY_EXCHANGE]);", 1),
    ("f(names[CUCORE__PY_DLPACK]);\nf(names[CUCORE__PY_CAI]);\nf(names[CUCORE__PY_EXCHANGE]);", 0),
    ('f("expected __dlpack__ or __array_interface__");', 1), ('f("expected __dlpack__");', 0),
    ("/* CUCORE_BY_EXCHANGE, CUCORE_BY_DLPACK, CUCORE_BY_CAI */", 0)])
def test_what_is_a_list(text, count):
    assert len(lists(text)) == count


PAGES = {"README.md": "EXCHANGE", "docs/guide/index.md": "EXCHANGE", "docs/guide/inputs.md": "", "docs/dev/protocols.md": "",
         "src/cucore_python.h": "", "src/python/in/view.h": ""}
SHORT = {"a buffer": "buffer", "a C exchange table": "exchange"}
SAID = {"__cuda_array_interface__": r"__cuda_array_interface__|CUDA Array\s+(?:\* +)?Interface", "__dlpack__": "__dlpack__|DLPack"}


@pytest.mark.parametrize("page", PAGES)
def test_pages_name_every_protocol(page):
    """The first pages, the guide, the rules and the manuals; first pages do not mention tables."""
    text = (ROOT / page).read_text().split("#ifndef CUCORE_PYTHON_H")[0]
    if page.endswith("protocols.md"):  # the rule on their order
        text = re.search(r"^- \*\*D1\*\*.*", text, re.M)[0]
    for flag, _, name in rows():
        if flag not in PAGES[page]:
            assert re.search(SAID.get(name, re.escape(SHORT.get(name, name))), text), name


def test_the_order_of_every_protocol_is_tested():
    """Those of which cucore_protocol_name has a name, in test_front_door.py."""
    names = re.findall(r'X\((\w+), \d+, "([^"]+)"\)', (ROOT / "src/core/view.h").read_text())
    lengths = re.search(r"^LENGTHS = (\{.*?\})", (ROOT / "tests/python/test_front_door.py").read_text(), re.M)[1]
    expected = [name for flag, name in names if flag in [row[0] for row in rows()]]
    assert len(expected) >= 4 and set(expected) == set(re.findall(r'"([\w-]+)":', lengths))


@pytest.mark.parametrize("name", ["tests/python/cucore_test.c", "tests/fake/test_torture.py"])
def test_tests_take_every_protocol(name):
    """Alone, by its flag; and each call of such an intake fails in turn."""
    text = (ROOT / name).read_text()
    for flag, _, _ in rows():
        assert re.search(rf"\b(?:TAKE\(\w+, CUCORE_BY_{flag}\)|row\(\"py_view\", .*\bBY_{flag}\b)", text), flag
