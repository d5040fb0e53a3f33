"""Tests with the fixture `fake` run on the fake driver, in one process of their own for each file; here is what came of it.

The process that collects them has the real driver, or none, and a process keeps the driver that it has loaded.  So the first of
these tests runs its whole file again with the fake driver, where only they run, and each then answers for itself.
"""
import ctypes
import gc
import importlib.util
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", ROOT / "build"))
IS_FAKE = "CUCORE_ON_FAKE" in os.environ
SECONDS = 300
_outcomes, _warm = {}, set()


def controls():
    """Fake of tests/fake/conftest.py, which knows the driver that was loaded."""
    path = ROOT / "tests" / "fake" / "conftest.py"
    spec = importlib.util.spec_from_file_location("fake_conftest", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Fake()


@pytest.fixture
def fake(request):
    """The controls of fake_cuda.h; nothing may be left of a test.  What a module keeps for ever, as pinned memory for copies,
    its warm_up() makes first."""
    if not IS_FAKE:
        yield None
        return
    driver = controls()  # not reset: the modules under test remember events and kernels
    assert ctypes.CDLL("libcuda.so.1").cuInit(0) == 0
    if request.module not in _warm:
        _warm.add(request.module)
        getattr(request.module, "warm_up", lambda driver: None)(driver)
    gc.collect()
    before = driver.live_allocations()
    driver.log_clear()
    yield driver
    gc.collect()
    getattr(getattr(request.module, "c", None), "trim", lambda: None)()  # what is kept until work is done
    assert driver.context_depth() == 0, "a context was left on the stack"
    if not vars(driver).get("may_leak"):  # as where the call fails that would free it
        assert driver.live_allocations() == before, "memory was leaked, or freed twice"


def run_file(path, folder):
    """{name of a test: (outcome, text)} of all that have the fixture."""
    library = BUILD / "fake" / "libcuda.so.1"
    if not library.exists():
        pytest.skip(f"{library.relative_to(BUILD.parent)} is not built")
    report = folder / "report.xml"
    environment = {**os.environ, "CUCORE_ON_FAKE": "1", "PYTHONDONTWRITEBYTECODE": "1", "LD_LIBRARY_PATH": os.pathsep.join(
        filter(None, [str(library.parent.resolve()), os.environ.get("LD_LIBRARY_PATH")]))}
    environment.pop("CUCORE_INTEROP_RECORD", None)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--junitxml={report}", str(path)]
    done = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    if not report.exists():
        return {None: ("failed", f"status {done.returncode}\n{done.stdout[-8000:]}")}
    outcomes = {}
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        problems = [part for part in case if part.tag in ("failure", "error", "skipped")]
        outcome = ("passed" if not problems else "skipped" if problems[0].tag == "skipped" else "failed")
        outcomes[case.get("name")] = (outcome, "\n".join(f"{part.get('message')}\n{part.text}" for part in problems))
    return outcomes


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """The outcome of the other process in the place of the call."""
    if IS_FAKE or "fake" not in pyfuncitem.fixturenames:
        return None
    path = pyfuncitem.path
    if path not in _outcomes:
        _outcomes[path] = run_file(path, pyfuncitem.config._tmp_path_factory.mktemp("fake"))
    found = _outcomes[path]
    outcome, text = found.get(None) or found.get(pyfuncitem.name) or ("failed", f"it did not run there: {sorted(found)[:9]}")
    if outcome == "skipped":
        pytest.skip(text.split("\n")[0])
    if outcome == "failed":
        pytest.fail(text, pytrace=False)
    return True


def pytest_itemcollected(item):
    """The first test of a file waits for all of them."""
    if not IS_FAKE and "fake" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.timeout(SECONDS + 60))


def pytest_runtest_setup(item):
    if IS_FAKE and "fake" not in item.fixturenames:
        pytest.skip("not for the fake driver")
