"""The README's module is built and used; its commands are targets of the Makefile."""
import re

import pytest

import readme

np = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return readme.build(tmp_path_factory.mktemp("readme"))


def test_module_is_small(built):
    assert len(built[0].splitlines()) <= 40


def test_module_takes_arrays(built):
    a = np.zeros((4, 5))
    assert built[1].send(a) == (a.ctypes.data, 160, -1)
    assert built[1].send(a, 1) == built[1].send(a, None) == (a.ctypes.data, 160, -1)


def test_session_of_the_readme(built):
    """Every line of the README's session, with the answer that stands below it."""
    session, = readme.blocks("python")
    names = {"message": built[1], "numpy": np}
    for line, answer in re.findall(r">>> (.*)\n([^>].*)", session):
        if line.startswith("import"):
            continue
        if re.match(r"\w+Error: ", answer):
            kind, words = answer.split(": ", 1)
            with pytest.raises(getattr(__builtins__, kind, None) or __builtins__[kind]) as caught:
                eval(line, names)
            assert str(caught.value) == words
        else:
            assert repr(eval(line, names)) == answer


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """A module of the README's single functions."""
    found = [block for block in readme.blocks("c") if re.search(r"PyObject \*(total|zeros_like|negate)\(", block) and "PyInit" not in block]
    assert len(found) == 3
    text = "\n".join(found)
    return readme.compile_module(tmp_path_factory.mktemp("functions"), "functions", f'''
#define CUCORE_IMPLEMENTATION
#include "cucore_copy.h"
#include "cucore_python.h"
{text}
static PyMethodDef methods[] = {{{{"total", total, METH_O, NULL}}, {{"zeros_like", zeros_like, METH_VARARGS, NULL}}, {{"negate", negate, METH_VARARGS, NULL}},
                                {{NULL, NULL, 0, NULL}}}};
static struct PyModuleDef module = {{PyModuleDef_HEAD_INIT, "functions", NULL, 0, methods, NULL, NULL, NULL, NULL}};

PyMODINIT_FUNC PyInit_functions(void)
{{
    return PyModuleDef_Init(&module);
}}
''')


def test_cpu_consumer_of_the_readme(functions):
    assert functions.total(np.arange(5.0)) == 10 and functions.total(np.arange(10.0)[::-2]) == 25
    with pytest.raises(TypeError, match="x: expected dtype float64, got float32"):
        functions.total(np.arange(5, dtype="f4"))


def test_result_of_the_readme(functions):
    """The function that gives an array back."""
    a = np.ones((4, 5), "f4")
    z = functions.zeros_like(a)
    assert type(z) is np.ndarray and z.shape == (4, 5) and z.dtype == "f4" and not z.any() and z is not a
    with pytest.raises(TypeError, match="expected an array"):
        functions.zeros_like("text")


def test_out_of_the_readme(functions):
    """The function with an output: made to fit, copied back, given back."""
    a, big = np.arange(6, dtype="f4").reshape(2, 3), np.zeros((3, 4))
    new = functions.negate(a.T)
    assert type(new) is np.ndarray and new.dtype == "f8" and np.array_equal(new, -a.T)
    out = big[:, ::2]
    assert functions.negate(a.T, out) is out and np.array_equal(out, -a.T) and not big[:, 1::2].any()
    assert functions.negate(out, out) is out and np.array_equal(out, a.T)
    assert functions.negate(a.T, None).dtype == "f8"
    with pytest.raises(ValueError, match="out: expected shape .*3, 2.* as in x, got .*2, 3"):
        functions.negate(a.T, np.zeros((2, 3)))
    with pytest.raises(ValueError, match="out: shares memory with x"):
        functions.negate(big.ravel()[1:], big.ravel()[:-1])
    with pytest.raises(TypeError, match="out: expected dtype float64, got float32"):
        functions.negate(a, np.zeros_like(a))


def test_commands_are_targets():
    targets = set(re.findall(r"^([a-z0-9-]+):", (readme.ROOT / "Makefile").read_text(), re.M))
    used = set(re.findall(r"(?:^|`)make ([a-z0-9-]+)", (readme.ROOT / "README.md").read_text(), re.M))
    assert used and used <= targets
