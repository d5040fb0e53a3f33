"""What gives something back waits for the driver without the GIL, on a real GPU (B122): tests/python/waits.py has the ways."""
import os
import pathlib
import subprocess
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", TESTS.parent / "build"))
WAYS = ["view", "array", "capsule that was not taken", "owner that is released late", "import"]


@pytest.mark.parametrize("build", ["python", "limited"])
def test_B122_no_way_waits_with_the_GIL(build):
    """A host function takes 0.1 s, in which the last reference goes; 30 rows."""
    if not any((BUILD / build).glob("cucore_test*")):
        pytest.skip(f"{BUILD / build} was not built")
    paths = [str(BUILD / build), str(TESTS / "python"), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run([sys.executable, str(TESTS / "python" / "waits.py"), "0.1", *WAYS], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
    assert done.returncode == 0 and done.stdout.endswith("\nall\n"), done.stdout + done.stderr
