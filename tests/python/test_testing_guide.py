"""docs/guide/testing.md: the fake driver is built as the page says, and the example tests fail where an extension is wrong."""
import os
import re
import shutil
import subprocess
import sys

import pytest

import readme

pytest.importorskip("numpy")
GUIDE = (readme.ROOT / "docs" / "guide" / "testing.md").read_text()
WRONG = {  # how the README's module is changed, and the test that notices
    "as it is": ("", "", ""),
    "not ordered": ("&expected, stream, &x", "&expected, CUCORE_STREAM_NO_SYNC, &x", "test_work_comes_after_the_producer"),
    "waits on the host": ("&expected, stream, &x", "&expected, CUCORE_STREAM_HOST, &x", "test_work_comes_after_the_producer"),
    "an error without an exception": ("&x) < 0) return NULL", "&x) < 0) return PyErr_Clear(), NULL", "test_each_failure_of_the_driver"),
}


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """The folder of the fake driver, built by the commands of the page in a copy of the files that the page names."""
    if not os.environ.get("CUDA_INCLUDE"):
        pytest.skip("the folder of cuda.h is not known: run make test")
    folder = tmp_path_factory.mktemp("project")
    commands, = [block for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.S) if "libcuda.so.1" in block and "cc " in block]
    environment = {**os.environ, "CUCORE": str(readme.ROOT), "CUDA_INCLUDE": os.environ["CUDA_INCLUDE"]}
    subprocess.run(["sh", "-ec", commands], cwd=folder, check=True, env=environment, timeout=300)
    return folder / "fake"


@pytest.mark.parametrize("name", [name for name in WRONG if readme.EVERY or name != "waits on the host"])
def test_the_example_tests(tmp_path, driver, name):
    old, new, fails = WRONG[name]
    source, = [block for block in readme.blocks("c") if "PyMODINIT_FUNC" in block]
    assert old in source
    readme.compile_module(tmp_path, "message", source.replace(old, new) if old else source)
    for path in (readme.ROOT / "examples" / "testing").glob("*.py"):
        shutil.copy(path, tmp_path)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(driver), "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."], cwd=tmp_path, env=environment,
                          capture_output=True, text=True, timeout=300)
    assert "skipped" not in done.stdout, done.stdout
    assert set(re.findall(r"^FAILED \S+::(\w+)", done.stdout, re.M)) == ({fails} if fails else set()), done.stdout + done.stderr
    assert (done.returncode == 0) == (not fails)
