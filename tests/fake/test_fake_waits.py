"""What gives something back waits for the driver without the GIL, in every build (B122): tests/python/waits.py has the ways, and
tests/c/test_driver_waits.c those of plain C."""
import os
import pathlib
import subprocess
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", TESTS.parent / "build"))
BUILDS = {"default": "python", "limited API": "limited", "no type memory": "no_type_memory", "debug": "debug"}


def run(build, *command):
    folder = BUILD / BUILDS[build]
    if not any(folder.glob("cucore_test*")):
        pytest.skip(f"{folder} was not built")
    paths = [str(folder), str(TESTS / "python"), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "FAKE_CUDA_SHARED": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("build", BUILDS)
def test_B122_no_way_waits_with_the_GIL(build):
    assert run(build, str(TESTS / "python" / "waits.py"), "0.01").endswith("\nall\n")


@pytest.mark.parametrize("build", BUILDS)
def test_the_end_of_the_interpreter_does_not_wait(build):
    """A host function that wants the GIL does not get it any more: device memory leaks then, as other memory of views does."""
    assert run(build, "-c", """
import ctypes, faulthandler, os, sys, threading, types
faulthandler.dump_traceback_later(20, exit=True)
import waits
from waits import ALONE, PINNED


class Last:
    def __del__(self, write=os.write):
        write(1, b"freed")


waits.driver = waits.Driver(0)
waits.stream = waits.driver.stream
sys.modules["kept"] = types.ModuleType("kept")
sys.modules["kept"].all = [waits.array(ALONE), waits.array(PINNED), waits.memory(ALONE), waits.memory(PINNED), Last()]
begun, go = threading.Event(), threading.Event()
stuck = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: (begun.set(), go.wait()))
waits.driver.launch(waits.stream, stuck)
begun.wait()
print("ends", flush=True)
""") == "ends\nfreed"
