"""cucore.hpp, without a driver: owners, errors as exceptions and as values, arguments of Python functions."""
import array
import builtins
import importlib.util
import re
import sys
import sysconfig

import numpy
import pytest

import cpp
import readme

MODULE = r"""
#define CUCORE_IMPLEMENTATION
#include "cucore_copy.h"
#include "cucore_results.h"
#include "cucore.hpp"

#include <string>

static PyObject *double_to(PyObject *, PyObject *args)
{
    static const cucore_arg expected[2] = {CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE),
                                           CUCORE_ARG("y", "float64", "n", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT)};
    PyObject *objs[2];
    int early = 0;
    if (!PyArg_ParseTuple(args, "OO|i", &objs[0], &objs[1], &early)) return NULL;
    try {
        cucore::arguments<2> views(objs, expected, NULL);
        for (int64_t i = 0; i < views[0].extent(0); i++) views[1].at<double>(i) = 2 * views[0].at<double>(i);
        if (early == 1) cucore::check(cucore_fail(CUCORE_UNSUPPORTED, "early"));
        if (early == 0) views.release();
    } catch (const cucore::python_error &) {
        return NULL;
    } catch (const cucore::error &error) {
        return PyErr_Format(PyExc_RuntimeError, "%d: %s", (int)error.status(), error.what());
    }
    Py_RETURN_NONE;
}

/* An output that is converted, half of it written when the work ends in one way or another. */
constexpr cucore_arg OUT = CUCORE_ARG("y", "float64", "n", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_MAKE_C_CONTIGUOUS);

namespace {
struct by_arguments {
    cucore::arguments<1> taken;
    explicit by_arguments(PyObject *y) : taken(&y, &OUT, NULL)
    {
    }
    cucore::view &view()
    {
        return taken[0];
    }
    void release()
    {
        taken.release();
    }
};

struct by_array {
    cucore::array<OUT> taken;
    explicit by_array(PyObject *y)
    {
        taken.take(y);
    }
    cucore::view &view()
    {
        return taken;
    }
    void release()
    {
        taken.release();
    }
};

} // namespace

static void finish(const std::string &how)
{
    if (how == "throws") throw std::runtime_error("the work failed");
    if (how == "throws what is no exception") throw 7;
    if (how == "a status") cucore::check(cucore_fail(CUCORE_UNSUPPORTED, "a status"));
    if (how == "a Python exception") {
        const cucore::gil held;
        PyErr_SetString(PyExc_KeyError, "the work failed");
        throw cucore::python_error();
    }
}

template <typename Taken> static void work(PyObject *y, const std::string &how)
{
    Taken taken(y);
    taken.view().template at<double>(0) = 7;
    if (how == "caught") {
        try {
            finish("throws");
        } catch (const std::runtime_error &) {
        }
    }
    finish(how);
    if (how == "released") taken.release();
}

/* Work that is done, or fails, while another exception is on its way. */
template <typename Taken> struct in_destructor {
    PyObject *y;
    std::string how;
    ~in_destructor()
    {
        try {
            work<Taken>(y, how);
        } catch (const std::runtime_error &) {
        }
    }
};

template <typename Taken> static void run(PyObject *y, const std::string &how)
{
    if (how.compare(0, 3, "in ")) return work<Taken>(y, how);
    try {
        in_destructor<Taken> last = {y, how == "in a destructor" ? "" : "throws"};
        finish("throws");
    } catch (const std::runtime_error &) {
    }
}

static PyObject *half(PyObject *, PyObject *args)
{
    PyObject *y;
    const char *how;
    int is_array, is_held;
    PyThreadState *thread = NULL;
    std::string failure;
    if (!PyArg_ParseTuple(args, "Ospp", &y, &how, &is_array, &is_held)) return NULL;
    if (!is_held) thread = PyEval_SaveThread();
    try {
        is_array ? run<by_array>(y, how) : run<by_arguments>(y, how);
    } catch (const cucore::python_error &) {
        failure = "python";
    } catch (const std::exception &error) {
        failure = error.what();
    } catch (int) {
        failure = "7";
    }
    if (thread) PyEval_RestoreThread(thread);
    if (failure == "python") return NULL;
    return PyUnicode_FromString(failure.c_str());
}

/* A struct of the C interface that is given back at the end of its scope, by an exception and without the GIL. */
static PyObject *automatic(PyObject *, PyObject *x)
{
    PyThreadState *thread = NULL;
    try {
        CUCORE_AUTO(cucore_view) view = {};
        if (cucore_py_view(x, NULL, NULL, &view) < 0) return NULL;
        thread = PyEval_SaveThread();
        finish("throws");
    } catch (const std::runtime_error &) {
    }
    PyEval_RestoreThread(thread);
    Py_RETURN_NONE;
}

/* The exception of Python for each status, beside one that is set already; and whose result a view becomes. */
static PyObject *fail(PyObject *, PyObject *args)
{
    int status, is_set;
    if (!PyArg_ParseTuple(args, "ip", &status, &is_set)) return NULL;
    if (is_set) PyErr_SetString(PyExc_KeyError, "set before");
    try {
        cucore::check(cucore_fail(static_cast<cucore_status>(status), "status %d", status));
    } catch (const cucore::error &error) {
        cucore::python_raise(error);
    }
    return NULL;
}

constexpr cucore_arg MADE = CUCORE_ARG("made", "float64", NULL, 0);

template <typename Library> static PyObject *made_for(Library library)
{
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT64, 0, NULL, NULL, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}};
    cucore::view out(spec);
    try {
        return cucore::result<MADE>(&out, library).release();
    } catch (const cucore::python_error &) {
        return out ? PyErr_Format(PyExc_SystemError, "the view is left") : NULL;
    }
}

static PyObject *library(PyObject *, PyObject *name)
{
    if (name == Py_None) return made_for(static_cast<const char *>(NULL));
    if (name == Py_True) return made_for(nullptr);
    return made_for(PyUnicode_AsUTF8(name));
}

static PyMethodDef methods[] = {{"double_to", double_to, METH_VARARGS, NULL},
                                {"half", half, METH_VARARGS, NULL},
                                {"automatic", automatic, METH_O, NULL},
                                {"fail", fail, METH_VARARGS, NULL},
                                {"library", library, METH_O, NULL},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "cpp_test", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_cpp_test(void)
{
    return PyModuleDef_Init(&module);
}
"""


@pytest.mark.parametrize("way", cpp.WAYS)
def test_classes(tmp_path, way):
    cpp.run(cpp.build(tmp_path, way))


@pytest.mark.parametrize("way", cpp.WAYS)
def test_loops(tmp_path, way):
    cpp.run(cpp.build(tmp_path, way, "test_loops", "cucore_kernel.h"))


# Two files: what is wrong with a class is said once.
TYPES = [["std::complex<long double>", "std::complex<int>", "std::vector<float>", "pair<float>", "void *"], ["long double"]]
HAS_DTYPE = """
#include ONE
#include OTHER
#include <complex>
#include <vector>
template <typename T> struct pair { T first, second; };
int bits() { return cucore::dtype_of<float>().bits; }
"""


@pytest.mark.parametrize("headers", [("cucore.hpp", "cucore_kernel.h"), ("cucore_kernel.h", "cucore.hpp")], ids="-".join)
@pytest.mark.parametrize("types, type", [(types, type) for types in TYPES for type in types], ids=lambda value: value if isinstance(value, str) else "")
def test_types_without_a_dtype(types, type, headers):
    """The compiler says so.  With both headers there is one function dtype_of."""
    text = HAS_DTYPE.replace("ONE", f'"{headers[0]}"').replace("OTHER", f'"{headers[1]}"')
    text += "".join(f"WRONG cucore_dtype none_{i}() {{ return cucore::dtype_of<{each}>(); }}\n" for i, each in enumerate(types))
    said = cpp.refusal(text)[f"dtype_of<{type}>"]
    assert "no dtype is known for this type" in said or type == "pair<float>" and "real" in said, said


WRITES = """
#include "cucore_kernel.h"
#include "cucore_python.h"
#include "cucore.hpp"
constexpr cucore_arg READ = CUCORE_ARG("x", "float64", NULL, CUCORE_READ);
constexpr cucore_arg WRITE = CUCORE_ARG("y", "float64", NULL, CUCORE_WRITE);
typedef cucore::arguments<2, cucore::argument<READ>, cucore::argument<WRITE>> two;
"""
# What may be written through, and what only read.
VIEWS = {"cucore::view": "double", "const cucore::view": "const double",
         "cucore::array<READ>": "const double", "const cucore::array<READ>": "const double",
         "cucore::array<WRITE>": "double", "const cucore::array<WRITE>": "double",
         "std::remove_reference<decltype(any<two>().get<0>())>::type": "const double",
         "std::remove_reference<decltype(any<two>().get<1>())>::type": "double",
         "std::remove_reference<decltype(any<two>()[0])>::type": "double",
         "std::remove_reference<decltype(any<const two>()[1])>::type": "const double"}


@pytest.mark.parametrize("standard", ["-std=c++11", "-std=c++17"])
def test_who_may_write(standard):
    text = WRITES + "template <typename T> T &any();\n"
    for view, element in VIEWS.items():
        for expression, type in ((f"any<{view}>().at<double>(0)", f"{element} &"), (f"any<{view}>().data<double>()", f"{element} *")):
            text += f'static_assert(std::is_same<decltype({expression}), {type}>::value, "{expression}");\n'
        text += f'static_assert(cucore::may_write<{view}>::value == {int(element == "double")}, "{view}");\n'
    if standard == "-std=c++17":  # which knows what each argument is
        text += """static two *typed(decltype(cucore::arguments(nullptr, any<cucore::argument<READ>>(), any<cucore::argument<WRITE>>())) *made)
                   { return made; }\nint use(two *made);\nint use(two *made) { return typed(made) != nullptr; }\n"""
    done = cpp.compiled(text, standard)
    assert done.returncode == 0, done.stderr


READ_ONLY = [view for view, element in VIEWS.items() if element != "double" and "decltype" not in view]  # those are the same classes
ACCESSORS = WRITES + """
template <typename T> T &any()
{
    static T *nowhere;
    return *nowhere;
}
cucore::accessor<const double, 1> reader;
cucore::accessor<double, 1> writer;
bool is_made = cucore::make_accessor(any<cucore_view>(), "x", &writer);
""" + "".join(f'bool is_read_{i} = cucore::make_accessor(any<{view}>(), "x", &reader);\nWRONG bool is_written_{i} = cucore::make_accessor('
              f'any<{view}>(), "x", &writer);\n' for i, view in enumerate(READ_ONLY))


@pytest.mark.parametrize("view", READ_ONLY)
def test_accessors_that_write(view):
    assert "this view is only read" in cpp.refusal(ACCESSORS)[f'any<{view}>(), "x", &writer']


@pytest.fixture(scope="module", params=["-std=c++11", "-std=c++17"])
def module(request, tmp_path_factory):
    flags = cpp.flags("DLPACK", "PYTHON")
    folder = tmp_path_factory.mktemp("cpp")
    (folder / "cpp_test.cpp").write_text(MODULE)
    target = folder / ("cpp_test" + sysconfig.get_config_var("EXT_SUFFIX"))
    readme.made_once([readme.CXX, request.param, *cpp.WARNINGS, *flags, "-shared", "-fPIC"], folder / "cpp_test.cpp", target)
    spec = importlib.util.spec_from_file_location("cpp_test", target)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    made.standard = request.param
    return made


@pytest.mark.parametrize("early", [0, 1, 2], ids=["released", "thrown", "left to the destructor"])
def test_arguments(module, early):
    """The arrays are given back on every path."""
    x, y = array.array("d", range(4)), array.array("d", [0] * 4)
    if early == 1:
        with pytest.raises(RuntimeError, match="early"):
            module.double_to(x, y, early)
    else:
        module.double_to(x, y, early)
    assert list(y) == [0, 2, 4, 6]
    x.append(1)  # no buffer is held
    y.append(1)


def test_python_errors(module):
    x = array.array("d", range(4))
    before = sys.getrefcount(x)
    with pytest.raises(ValueError, match="y: expected a writable array, got a read-only one"):
        module.double_to(x, memoryview(x).toreadonly())
    with pytest.raises(TypeError, match="x: expected dtype float64, got float32"):
        module.double_to(array.array("f", [1]), x)
    assert sys.getrefcount(x) == before


STATUSES = re.findall(r"^    X\((\w+), (-?\d+), (\w+),", (cpp.ROOT / "src" / "core" / "status.h").read_text(), re.M)[1:]


@pytest.mark.parametrize("name, status, kind", [*STATUSES, ("none", "-1000", "SystemError")], ids=lambda value: str(value))
def test_errors_as_python_exceptions(module, name, status, kind):
    """By their status, as cucore.h lists them, in the words of the error; an exception that is set stays."""
    with pytest.raises(getattr(builtins, kind)) as caught:
        module.fail(int(status), False)
    assert caught.type.__name__ == kind and str(caught.value) == f"status {status}"
    with pytest.raises(KeyError, match="set before"):
        module.fail(int(status), True)


def test_results_by_the_name_of_a_library(module):
    assert type(module.library("numpy")) is numpy.ndarray
    assert type(module.library(True)).__name__ == "Array"  # nullptr is no name, and not ambiguous
    with pytest.raises(ValueError, match="cucore::result: library is NULL; it must be the name of a module"):
        module.library(None)


HALF = {  # how the work ends: what arrives at the caller, and whether what was written does
    "returns": ("", True),
    "released": ("", True),
    "caught": ("", True),
    "in a destructor": ("", True),
    "throws": ("the work failed", False),
    "throws what is no exception": ("7", False),
    "a status": ("a status", False),
    "a Python exception": (KeyError, False),
    "in a destructor, and throws": ("", False),
}


@pytest.mark.parametrize("holds_gil", [True, False], ids=["GIL", "no GIL"])
@pytest.mark.parametrize("is_array", [False, True], ids=["arguments", "array"])
@pytest.mark.parametrize("how", HALF)
def test_half_written(module, how, is_array, holds_gil):
    """An output that was converted is copied back if the work is done, not while an exception is on its way."""
    if how == "in a destructor, and throws" and module.standard == "-std=c++11":
        pytest.skip("C++11 does not count the exceptions that are on their way")
    answer, arrives = HALF[how]
    values = numpy.zeros(6)
    y = values[::2]
    before = sys.getrefcount(y)
    if isinstance(answer, str):
        assert module.half(y, how, is_array, holds_gil) == answer
    else:
        with pytest.raises(answer):
            module.half(y, how, is_array, holds_gil)
    assert values.tolist() == [7.0 if arrives else 0.0, 0, 0, 0, 0, 0]
    assert sys.getrefcount(y) == before


@pytest.mark.parametrize("holds_gil", [True, False], ids=["GIL", "no GIL"])
@pytest.mark.parametrize("is_array", [False, True], ids=["arguments", "array"])
def test_refused_without_the_gil(module, is_array, holds_gil):
    with pytest.raises(TypeError, match="^y: expected dtype float64, got int64$"):
        module.half(numpy.zeros(3, "int64"), "returns", is_array, holds_gil)


def test_automatic(module):
    x = array.array("d", [1])
    before = sys.getrefcount(x)
    module.automatic(x)
    assert sys.getrefcount(x) == before
    x.append(2)  # no buffer is held
