"""The examples build without warnings, run, and check their own results; the same demos run on a GPU in tests/gpu."""
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import types

import pytest

import examples
import readme
from doubles import SANITIZED

pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(SANITIZED, reason="processes of their own, without the sanitizers")


def test_axpy():
    text = examples.run("axpy_ext")
    assert "every result is right" in text and "numpy.ndarray        right" in text and "WRONG" not in text


def test_axpy_refuses_pinned_memory(monkeypatch):
    """Nobody knows on which stream pinned memory is used: neither the CPU nor a kernel can just read it."""
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(__file__).parent), prepend=os.pathsep)
    text = examples.run("axpy_ext", "-c", """
import axpy_ext, producers
x = producers.Producer(device=(3, 0))
try:
    axpy_ext.axpy(2, x, x)
except ValueError as error:
    print(error)
""")
    assert text == "x: expected ordinary host memory or memory of a device, got pinned memory\n"


def test_cudabuffer():
    text = examples.run("cudabuffer")
    assert "everything is right" in text and "the same memory" in text and "WRONG" not in text


def test_kv_blocks():
    text = examples.run("kv_blocks")
    assert "every move is right" in text and "numpy                          swap out" in text and "WRONG" not in text
    assert "src_numbers[0] is 8, but axis 0 of src has 8 blocks" in text


def test_register_arrays():
    text = examples.run("register_arrays")
    assert "everything is right" in text and "WRONG" not in text
    assert "a column of a million rows: (4, (1000000,), (64,))" in text and "numpy: DRAM -1, 192 bytes registered" in text
    assert "ucx: not installed" in text or "ucx: 2 arrays registered, 8 pieces put: right" in text


def test_ipc_arrays_without_a_gpu():
    """tests/fake runs it in real processes on the fake driver, tests/gpu on a GPU."""
    text = examples.run("ipc_arrays")
    assert "no GPU" in text or "everything is right" in text and "WRONG" not in text


FOLDERS = ["examples"] + ["systems"] * readme.EVERY
SOURCES = sorted(path.relative_to(examples.ROOT) for folder in FOLDERS for path in (examples.ROOT / folder).rglob("*.c*"))
SOURCES = [path for path in SOURCES if path.suffix in (".c", ".cu") and path.stem != "kernels" and path.parts[1] not in ("packaging", "tests", "bench")]
WITHOUT_A_GPU = "no GPU|no CUDA driver|cannot load libcuda|NO_DRIVER"
BROUGHT = {"mpi_arrays": "mpi4py"}  # what a demo cannot do without


def command(path):
    """What the first comment of an example begins with, as a shell takes it."""
    text = re.match(r"(?:/\*|//) (.*?)\n(?: \*|//)\n", path.read_text(), re.S)[1]
    return re.sub(r"\n(?: \*|//) +", "\n", text)


def halves(text):
    """The command that builds, and the one that runs what was built, or ""."""
    build, _, run = re.sub(r"\\\n", "", text).partition("&&")
    return build.strip(), run.strip()


def copy_of_the_repository(folder):
    """What a command of an example needs of it."""
    for name in (*FOLDERS, "cucore", "packaging/python"):
        shutil.copytree(examples.ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for header in (*examples.ROOT.glob("cucore*.h"), examples.ROOT / "cucore.hpp"):
        shutil.copy(header, folder)
    (folder / "src").mkdir()
    shutil.copy(examples.ROOT / "src" / "headers.txt", folder / "src")
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(sys.executable)


def environment(folder):
    """The cucore package and dlpack.h as somebody has them who installed them; libcuda.so to link with is the tests' own.  Without
    EVERY=1 the compiler that is called gcc is clang -O0, which takes a tenth of the time."""
    fake = str(examples.BUILD.resolve() / "fake")
    path = [str(folder / "packaging" / "python"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PATH": os.pathsep.join([os.path.dirname(sys.executable), str(folder / "bin"), os.environ["PATH"]]),
            "PYTHONPATH": os.pathsep.join(filter(None, path)), "DLPACK": os.environ.get("DLPACK_INCLUDE", ""),
            "CPATH": os.environ.get("CUDA_INCLUDE", ""), "LIBRARY_PATH": fake, "PICTURES": str(folder)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_first_comment_builds_and_runs_it(tmp_path, path):
    """As it stands, from the folder of the repository: a copy, in which all that it writes stays."""
    text = command(examples.ROOT / path)
    build, run = halves(text)
    compiler = build.split()[0]
    assert compiler in ("gcc", "nvcc", "mpicc") and f" {path} " in build and all(len(line) <= 117 for line in text.split("\n"))
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    if not os.environ.get("DLPACK_INCLUDE"):
        pytest.skip("the folder of dlpack.h is not known: run make test")
    if "-lcuda" in build and not (examples.BUILD / "fake" / "libcuda.so").exists():
        pytest.skip("no libcuda.so to link with")
    if compiler == "nvcc" and "python" in build:
        pytest.importorskip("numpy")
    if compiler == "nvcc" and not readme.EVERY:
        pytest.skip("nvcc takes long; tests/kernel builds them as C++: EVERY=1")
    copy_of_the_repository(tmp_path)
    if compiler == "gcc" and readme.HAS_CLANG:
        (tmp_path / "bin" / "gcc").write_text(f'#!/bin/sh\nexec {shutil.which("clang")} "$@" -O0\n')
        (tmp_path / "bin" / "gcc").chmod(0o755)
    env = environment(tmp_path)
    done = subprocess.run(["sh", "-ec", build], cwd=tmp_path, capture_output=True, text=True, timeout=600, env=env)
    assert done.returncode == 0 and not re.search("warning", done.stderr), done.stderr
    built = tmp_path / re.search(r" -o (\S+)", build)[1]
    assert built.exists()
    if not run:
        return
    assert run in (f"./{built.name}", f"python {path.with_name('demo.py')}", f"python {path.with_suffix('.py')}")
    if path.stem in BROUGHT:
        pytest.importorskip(BROUGHT[path.stem])
    if "-lcuda" in build:
        env["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, [env["LIBRARY_PATH"], env.get("LD_LIBRARY_PATH")]))
    done = subprocess.run(["sh", "-ec", text.replace("\\\n", "").split("&&", 1)[1]], cwd=tmp_path, capture_output=True, text=True,
                          timeout=300, env=env)
    assert done.returncode == 0 or re.search(WITHOUT_A_GPU, done.stdout), done.stdout + done.stderr
    assert "WRONG" not in done.stdout and done.stdout


@pytest.mark.parametrize("path", sorted(path for folder in ("examples", "systems") for path in (examples.ROOT / folder).glob("*/demo.py")) + [examples.ROOT / "examples" / "allocator.py",
                                 examples.ROOT / "examples" / "copy_from.py"], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_demo_names_the_file_that_has_its_command(path):
    name = re.match(r"# (\S+) has the command that builds it and runs this\.\n", path.read_text())[1]
    assert f"python {path.relative_to(examples.ROOT)}" in halves(command(path.with_name(name)))[1]


@pytest.mark.parametrize("name", ["mpi_arrays", "nccl_arrays"])
def test_mpiexec_is_called_by_its_name(name, monkeypatch, tmp_path):
    """Called by an absolute path, Open MPI's puts the libraries of its own folder before LD_LIBRARY_PATH: another driver, another NCCL."""
    (tmp_path / "mpiexec").write_text("#!/bin/sh\n")
    (tmp_path / "mpiexec").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setitem(sys.modules, "nccl_arrays", types.ModuleType("nccl_arrays"))
    monkeypatch.setitem(sys.modules, "mpi4py", types.SimpleNamespace(__spec__=importlib.machinery.ModuleSpec("mpi4py", None)))
    spec = importlib.util.spec_from_file_location(f"demo_of_{name}", examples.ROOT / "systems" / name / "demo.py")
    demo = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(demo)
    called = []

    class Process:
        returncode = 0

        def __init__(self, command, **_):
            called.append(command)

        def wait(self, seconds):
            return 0

    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(subprocess, "run", Process)
    if name == "mpi_arrays":
        demo.start()
    else:
        called += dict(demo.processes(2, None, str(tmp_path)))["mpi"]
    assert called and {command[0] for command in called} == {"mpiexec"}
