"""Runs an example that the Makefile built, in a process of its own."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", ROOT / "build"))


def run(name, *command):
    """The output of the demo, or of the interpreter with `command`; it fails when the status is not 0."""
    path = filter(None, [str(BUILD / "examples"), os.environ.get("PYTHONPATH")])
    done = subprocess.run([sys.executable, *(command or [str(ROOT / "examples" / name / "demo.py")])], text=True, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(path)})
    assert done.returncode == 0, done.stdout
    return done.stdout
