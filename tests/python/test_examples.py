"""The examples build without warnings, run, and check their own results; the same demos run on a GPU in tests/gpu."""
import pytest

import examples
from doubles import SANITIZED

pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(SANITIZED, reason="processes of their own, without the sanitizers")


def test_axpy(tmp_path):
    text = examples.run(tmp_path, "axpy_ext", "axpy_ext")
    assert "every result is right" in text and "numpy.ndarray        right" in text and "WRONG" not in text


def test_cudabuffer(tmp_path):
    text = examples.run(tmp_path, "cudabuffer", "cudabuffer")
    assert "everything is right" in text and "the same memory" in text and "WRONG" not in text
