"""The examples build without warnings, run, and check their own results; the same demos run on a GPU in tests/gpu."""
import os
import pathlib

import pytest

import examples
from doubles import SANITIZED

pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(SANITIZED, reason="processes of their own, without the sanitizers")


def test_axpy(tmp_path):
    text = examples.run(tmp_path, "axpy_ext", "axpy_ext")
    assert "every result is right" in text and "numpy.ndarray        right" in text and "WRONG" not in text


def test_axpy_refuses_pinned_memory(tmp_path, monkeypatch):
    """Nobody knows on which stream pinned memory is used: neither the CPU nor a kernel can just read it."""
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(__file__).parent), prepend=os.pathsep)
    text = examples.run(tmp_path, "axpy_ext", "axpy_ext", "-c", """
import axpy_ext, producers
x = producers.Producer(device=(3, 0))
try:
    axpy_ext.axpy(2, x, x)
except ValueError as error:
    print(error)
""")
    assert text == "x: expected ordinary host memory or memory of a device, got pinned memory\n"


def test_cudabuffer(tmp_path):
    text = examples.run(tmp_path, "cudabuffer", "cudabuffer")
    assert "everything is right" in text and "the same memory" in text and "WRONG" not in text
