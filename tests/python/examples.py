"""Builds an example as the Makefile does, and runs it in a process of its own."""
import os
import pathlib
import subprocess
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(folder, name, module, *command):
    """The output of the demo, or of the interpreter with `command`; it fails when the status is not 0."""
    source = ROOT / "examples" / name / f"{module}.c"
    includes = [os.environ[variable] for variable in ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE")
                if os.environ.get(variable)]
    compiler = [os.environ.get("CC") or "cc", "-O2", "-std=c99", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror",
                str(source), "-o", str(folder / (module + sysconfig.get_config_var("EXT_SUFFIX"))), f"-I{ROOT}"]
    subprocess.run(compiler + [flag for path in includes for flag in ("-isystem", path)], check=True)
    command = command or (str(ROOT / "examples" / name / "demo.py"),)
    done = subprocess.run([sys.executable, *command], text=True, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"})
    assert done.returncode == 0, done.stdout
    return done.stdout
