"""Tests of whole systems, beside which cucore has to live, and the record of what ran: docs/reference/interop.md is made of it.

Each file is one system:

    SYSTEM = "CV-CUDA"                      a name of matrix.SYSTEMS
    PACKAGES = ["cvcuda-cu13"]              whose versions are recorded
    def versions(): ...                     optional: {name: version} of what is no Python package

Each test says what it proves: @pytest.mark.interop("in", "GPU").  "in": their arrays, streams or memory in C; "out": ours in
theirs.  The device is "CPU", "fake driver", "GPU" or "2 GPUs"; tests for a GPU are skipped where there is none.
"""
import importlib.metadata
import json
import os
import pathlib
import platform
import sys
import time

import pytest

import matrix
from on_fake import fake, pytest_itemcollected, pytest_pyfunc_call, pytest_runtest_setup  # noqa: F401  tests on the fake driver

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "python"), str(ROOT / "systems" / "tests")]
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", ROOT / "build"))
GPUS = matrix.gpus()
rows, about, written = {}, {}, [time.monotonic()]


def pytest_configure(config):
    config.addinivalue_line("markers", "interop(direction, device): what the test proves in docs/reference/interop.md")


def pytest_collection_modifyitems(items):
    for item in items:
        mark = item.get_closest_marker("interop")
        if mark is None:
            raise pytest.UsageError(f"{item.nodeid}: no @pytest.mark.interop(direction, device)")
        direction, device = mark.args
        if direction not in matrix.DIRECTIONS or device not in matrix.DEVICES:
            raise pytest.UsageError(f"{item.nodeid}: interop{mark.args} is none of {matrix.DIRECTIONS}, {matrix.DEVICES}")
        needed = {"GPU": 1, "2 GPUs": 2}.get(device, 0)
        if len(GPUS) < needed:
            item.add_marker(pytest.mark.skip(reason=f"{len(GPUS)} of {needed} GPUs" if GPUS else "no GPU"))


def without_folder(nodeid):
    """"test_torch.py::test_x[a/b]" of a node; parameters may have slashes, too."""
    file, _, rest = nodeid.partition("::")
    return pathlib.PurePath(file).name + ("::" + rest if rest else "")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    direction, device = item.get_closest_marker("interop").args
    row = rows.setdefault(without_folder(item.nodeid), {
        "system": item.module.SYSTEM, "direction": direction, "device": device, "outcome": "passed", "reason": ""})
    if report.skipped:
        row["outcome"], row["reason"] = "skipped", str(report.longrepr[2]).removeprefix("Skipped: ")
    elif report.failed:
        row["outcome"], row["reason"] = "failed", f"{report.when}: {report.longreprtext.strip()[-400:]}"
    if item.module.SYSTEM not in about:
        found = {name: version_of(name) for name in item.module.PACKAGES}
        found.update(getattr(item.module, "versions", dict)())
        about[item.module.SYSTEM] = {name: version for name, version in found.items() if version}
    if time.monotonic() - written[0] > 5:
        write_record()


def version_of(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def pytest_collectreport(report):
    """A file that is skipped as a whole: its system is not there."""
    if report.skipped and report.nodeid.endswith(".py"):
        rows[without_folder(report.nodeid)] = {"system": None, "direction": None, "device": None, "outcome": "skipped",
                                                  "reason": str(report.longrepr[2]).removeprefix("Skipped: ")}


def pytest_sessionfinish():
    write_record()


def write_record():
    """Also on the way: what ran is not lost when something ends the rest."""
    path = os.environ.get("CUCORE_INTEROP_RECORD")
    written[0] = time.monotonic()
    if path:
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        whole = pathlib.Path(f"{path}.{os.getpid()}")  # several workers may write
        whole.write_text(json.dumps({
            "machine": matrix.machine(GPUS), "date": time.strftime("%Y-%m-%d"), "python": platform.python_version(),
            "driver": matrix.driver_version() if GPUS else None, "versions": about, "tests": rows}, indent=1) + "\n")
        whole.replace(path)  # never half of it


@pytest.fixture(scope="session")
def torch_gpu():
    module = pytest.importorskip("torch")
    if not module.cuda.is_available():
        pytest.skip("torch finds no GPU")
    return module
