"""Processes that tests start: each in a group of its own, which ends with it or when its time is up; demos of the examples."""
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", ROOT / "build")).resolve()


def prepended(variable, *folders):
    return os.pathsep.join(filter(None, [*map(str, folders), os.environ.get(variable)]))


def run(*arguments, fake=False, seconds=100, **environment):
    """The output of the interpreter with these arguments; fake: on the fake driver.  Fails unless the status is 0."""
    environment = {**os.environ, "PYTHONPATH": prepended("PYTHONPATH", BUILD / "examples", BUILD / "python", ROOT / "tests" / "python",
                                                         ROOT / "tests" / "interop"), **environment}
    if fake:
        assert (BUILD / "fake" / "libcuda.so.1").exists(), "make interop-tests builds the fake driver"
        environment["LD_LIBRARY_PATH"] = prepended("LD_LIBRARY_PATH", BUILD / "fake")
    process = subprocess.Popen([sys.executable, "-X", "faulthandler", *map(str, arguments)], cwd=ROOT, env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        output = f"not done after {seconds} s"
        process.returncode = None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)  # what it has started, too
        except ProcessLookupError:
            pass
        process.wait()
    assert process.returncode == 0, output
    return output


def demo(name, seconds=300):
    """What the demo of an example prints; it fails where something is wrong."""
    output = run(ROOT / "examples" / name / "demo.py", seconds=seconds)
    assert "everything is right" in output and "WRONG" not in output, output
    return output


def load(name):
    """The demo of an example as a module."""
    spec = importlib.util.spec_from_file_location(f"demo_of_{name}", ROOT / "examples" / name / "demo.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
