"""cucore.hpp, without a driver: owners, errors as exceptions and as values, arguments of Python functions."""
import array
import importlib.util
import os
import subprocess
import sys
import sysconfig

import pytest

import cpp

MODULE = r"""
#define CUCORE_IMPLEMENTATION
#include "cucore_python.h"
#include "cucore.hpp"

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

static PyMethodDef methods[] = {{"double_to", double_to, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
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


HAS_DTYPE = """
#include ONE
#include OTHER
#include <complex>
#include <vector>
template <typename T> struct pair { T first, second; };
int bits() { return cucore::dtype_of<float>().bits; }
WRONG cucore_dtype none() { return cucore::dtype_of<TYPE>(); }
"""


@pytest.mark.parametrize("type", ["long double", "std::complex<long double>", "std::complex<int>", "std::vector<float>",
                                  "pair<float>", "void *"])
@pytest.mark.parametrize("headers", [("cucore.hpp", "cucore_kernel.h"), ("cucore_kernel.h", "cucore.hpp")], ids="-".join)
def test_types_without_a_dtype(tmp_path, type, headers):
    """The compiler says so.  With both headers there is one function dtype_of."""
    text = HAS_DTYPE.replace("ONE", f'"{headers[0]}"').replace("OTHER", f'"{headers[1]}"').replace("TYPE", type)
    said = cpp.refusal(tmp_path, text)
    assert "no dtype is known for this type" in said or type == "pair<float>" and "real" in said, said


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    folders = [os.environ.get(name) for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE")]
    if not all(folders):
        pytest.skip("the folders of cuda.h, dlpack.h and Python.h are not known: run make test")
    folder = tmp_path_factory.mktemp("cpp")
    (folder / "cpp_test.cpp").write_text(MODULE)
    target = folder / ("cpp_test" + sysconfig.get_config_var("EXT_SUFFIX"))
    flags = [flag for name in folders for flag in ("-isystem", name)]
    subprocess.run([os.environ.get("CXX") or "c++", "-std=c++11", *cpp.WARNINGS, f"-I{cpp.ROOT}", *flags, "-shared", "-fPIC",
                    str(folder / "cpp_test.cpp"), "-o", str(target)], check=True, timeout=300)
    spec = importlib.util.spec_from_file_location("cpp_test", target)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
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
