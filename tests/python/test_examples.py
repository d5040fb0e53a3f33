"""The examples build without warnings, run, and check their own results; the same demos run on a GPU in tests/gpu."""
import os
import pathlib
import re

import pytest

import examples
import readme
from doubles import SANITIZED

pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(SANITIZED, reason="processes of their own, without the sanitizers")


def test_axpy():
    text = examples.run("axpy_ext")
    assert "every result is right" in text and "numpy.ndarray        right" in text and "WRONG" not in text


def test_axpy_refuses_pinned_memory(monkeypatch):
    """Nobody knows on which stream pinned memory is used: neither the CPU nor a kernel can just read it."""
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(__file__).parent), prepend=os.pathsep)
    text = examples.run("axpy_ext", "-c", """
import axpy_ext, producers
x = producers.Producer(device=(3, 0))
try:
    axpy_ext.axpy(2, x, x)
except ValueError as error:
    print(error)
""")
    assert text == "x: expected ordinary host memory or memory of a device, got pinned memory\n"


def test_cudabuffer():
    text = examples.run("cudabuffer")
    assert "everything is right" in text and "the same memory" in text and "WRONG" not in text


@pytest.mark.skipif(not list((examples.BUILD / "examples").glob("pool_arrays.*")), reason="make interop-tests builds it")
def test_pool_arrays_without_a_gpu():
    """With one tests/interop runs all of it."""
    text = examples.run("pool_arrays")
    assert "host: strided arrays                                             right" in text and "everything is right" in text


ELSEWHERE = {"packaging", "testing", "guide.c"}  # built and run by make test-packaging, test_testing_guide.py, test_readme.py


@pytest.mark.parametrize("path", sorted(path for path in (examples.ROOT / "examples").rglob("*.*") if path.suffix in (".c", ".cu", ".py")
                                        and not ELSEWHERE & set(path.parts)), ids=lambda path: path.name)
def test_the_first_line_builds_and_runs_it(path):
    """A target of the Makefile, whose recipe names what lies in its folder, or one line for the shell."""
    line = re.sub(r"^(#|//|/\*) ", "", path.read_text().split("\n")[0])
    name = str(path.relative_to(examples.ROOT))
    if line.startswith("make "):
        makefile = readme.makefile()
        systems = re.search(r"^SYSTEMS := (.*)", makefile, re.M)[1].split()  # built by one rule, examples/%/%.c
        assert re.search(rf"^{line[5:]}:", makefile, re.M)
        assert name in makefile or name in {f"examples/{system}/{system}.c" for system in systems}
    else:
        program = path.stem
        assert re.fullmatch(rf"(gcc|nvcc) .*{re.escape(name)} .*-o {program} && \./{program}", line)
