"""Views of up to four axes (CUCORE_MAX_NDIM): what has more is refused, and modules with other limits agree."""
import os

import cucore_test as c
import pytest

from doubles import run_python

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(c.__file__)))
SMALL = os.path.join(FOLDER, "max_ndim", os.path.basename(c.__file__))
pytestmark = pytest.mark.skipif(not os.path.exists(SMALL), reason="max_ndim/cucore_test was not built")

# small: four axes; large: 64, in the same process
LOAD = f"""
import ctypes, importlib.util
import numpy as np
from doubles import Holder, array_interface, cai, quoted, ADDRESS
from producers import Producer
import cucore_test as large
spec = importlib.util.spec_from_file_location("cucore_test", {SMALL!r})
small = importlib.util.module_from_spec(spec)
spec.loader.exec_module(small)
assert small.View is not large.View

def refusal(obj, **options):
    try:
        small.view(obj, **options)
    except BufferError as error:
        return str(error)
    raise AssertionError("taken")
"""

ROWS = {
    "buffer": "np.zeros((1,) * NDIM, 'f4')",
    "dlpack": "Producer(shape=(1,) * NDIM)",
    "array-interface": "array_interface(np.zeros((1,) * NDIM, 'f4'))",
    "cai": "cai(shape=(1,) * NDIM)",
    "cai-strides": "cai(shape=(1,) * NDIM, strides=(4,) * NDIM)",
}


@pytest.mark.parametrize("make", ROWS.values(), ids=ROWS)
def test_most_axes(make):
    code = LOAD + f"""
for NDIM in (0, 4):
    view = small.view({make}, flags=small.TRUST_PRODUCER, name="x")
    assert view.ndim == NDIM and view.shape == (1,) * NDIM
for NDIM in (5, 6, 64):
    text = refusal({make}, flags=small.TRUST_PRODUCER, name="x")
    assert text in (f"x: ndim is {{NDIM}}; it must be 0 to 4",
                    f"x: shape must be a tuple of at most 4 ints of 64 bits, not {{quoted(str((1,) * NDIM))}}"), text
    large.view({make}, flags=small.TRUST_PRODUCER)
print("done")
"""
    assert run_python(code) == "done"


def test_modules_with_other_limits_agree():
    """Arrays of one module are taken by the other; what crosses is DLPack, an interface or a Py_buffer."""
    code = LOAD + """
x = np.arange(24, dtype="i4").reshape(2, 3, 4, 1)
for one, other in ((small, large), (large, small)):
    made = one.view(x).move_to_buffer(0x118 | 4).obj
    for way in (other.view, other.dlpack, other.buffer, other.array_interface):
        view = way(made)
        assert view.tobytes() == x.tobytes() and view.shape == x.shape
    owner = view.detach()
    del view, made
    owner.release()
x = np.zeros((1,) * 5)
made = large.view(x).move_to_buffer(0).obj
assert "ndim is 5; it must be 0 to 4" in refusal(made)
print("done")
"""
    assert run_python(code) == "done"
