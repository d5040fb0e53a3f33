"""systems/nccl_arrays: each collective on arrays of each library and layout, against NumPy; and what goes wrong between ranks.

Ranks are processes of their own (nccl_ranks.py, nccl_trouble.py): what hangs is ended, and NCCL's errors end no test run.
Without a GPU arrays are doubles in memory of the fake driver, and NCCL is fake_nccl.c, which really does the operations.
"""
import functools
import importlib.util
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest

import matrix
import nccl_libraries
import nccl_ranks
import processes

pytest.importorskip("numpy")
importable = importlib.util.find_spec("nccl_arrays")
pytestmark = [pytest.mark.skipif(not importable, reason="nccl_arrays is not built"), pytest.mark.timeout(400)]

SYSTEM = "NCCL"
PACKAGES = ["nvidia-nccl-cu13", "nvidia-nccl-cu12", "torch", "cupy-cuda13x", "numba", "jax", "mpi4py", "numpy"]
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", ROOT / "build")).resolve()
FAKE = BUILD / "fake_nccl" / "libnccl.so.2"
SECONDS = 300


def versions():
    code = "import nccl_arrays; v = nccl_arrays.load(); print(f'{v // 10000}.{v // 100 % 100}.{v % 100}')"
    if not matrix.gpus():
        return {}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    return {"libnccl": done.stdout.strip()} if done.returncode == 0 else {}


def environment(faked, folder):
    found = {**os.environ, **processes.MPI_ENVIRONMENT, "XLA_PYTHON_CLIENT_PREALLOCATE": "false", "PYTHONDONTWRITEBYTECODE": "1"}
    if faked:
        path = os.pathsep.join(filter(None, [str(BUILD / "fake"), os.environ.get("LD_LIBRARY_PATH")]))
        found.update(LD_LIBRARY_PATH=path, FAKE_CUDA_DEVICES="4", FAKE_NCCL_DIR=str(folder), JAX_PLATFORMS="cpu")
    return found


def run(commands, faked, folder):
    """The output of processes that run side by side, and whether all ended well."""
    started = [subprocess.Popen([*map(str, command), *(["--fake", str(FAKE)] if faked else [])], env=environment(faked, folder), text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) for command in commands]
    text, good = "", True
    for process in started:
        try:
            text += process.communicate(timeout=SECONDS)[0]
        except subprocess.TimeoutExpired:
            good = False
            text += f"\nended after {SECONDS} s\n"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                text += process.communicate()[0]
        good = good and process.returncode == 0
    return text, good


RANKS = [sys.executable, HERE / "nccl_ranks.py"]
MODES = {  # of processes that run side by side; {file}: in a folder of their own
    "one rank": [["rank", 0, 1, "file:{file}"]],
    "threads": [["threads", 2]],
    "three threads": [["threads", 3]],
    "one thread": [["group", 2]],
    "three of one thread": [["group", 3]],
    "id by a file": [["rank", rank, 2, "file:{file}"] for rank in range(2)],
    "id by torch's store": [["rank", rank, 2, "store:{file}"] for rank in range(2)],
    "id by MPI": "mpi",
}
ON_FAKE = ("one rank", "threads", "three threads", "one thread", "three of one thread", "id by a file", "id by torch's store", "id by MPI")
ON_TWO = ("threads", "one thread", "id by a file", "id by torch's store", "id by MPI")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    @functools.lru_cache(None)
    def of(mode, faked):
        folder = tmp_path_factory.mktemp("nccl")
        if MODES[mode] == "mpi":
            if processes.why_no_mpi():
                return processes.why_no_mpi()
            commands = [[processes.MPIEXEC, "-n", 2, *RANKS, "mpi"]]
        else:
            commands = [[*RANKS, *(str(word).format(file=folder / "id") for word in words)] for words in MODES[mode]]
        if "store" in mode and not importlib.util.find_spec("torch"):
            return "no torch"
        text, good = run(commands, faked, folder)
        found = {}
        for start in re.finditer(r'\{"case"', text):  # lines of several processes may run together
            line = json.JSONDecoder().raw_decode(text, start.start())[0]
            found.setdefault(tuple(line["case"][1:]), []).append(line)
        return found, text, good

    return of


def judge(results, mode, faked, collective, library, direction):
    answer = results(mode, faked)
    if isinstance(answer, str):
        pytest.skip(answer)
    found, text, good = answer
    for line in found.get((library,), []):
        pytest.skip(line["skipped"])
    count = 0
    for case, lines in found.items():
        if case[:2] != (collective, library) or (case[3] == "a new array") != (direction == "out"):
            continue
        for line in lines:
            assert not line["wrong"], (case, line["wrong"])
            count += 1
    assert good and ("end",) in found, text[-3000:]
    ranks = 2 if mode.startswith("id by") else 1
    assert count >= (1 if library in ("jax",) else 3) * ranks, f"{count} cases"


def collectives(modes, libraries):
    return [pytest.param(mode, collective, library, id=f"{mode}-{collective}-{library}") for mode in modes for collective in nccl_ranks.COLLECTIVES for library in libraries
            if not (collective == "send and recv" and mode in ("one rank", "one thread", "three of one thread")) and not (library == "jax" and collective in nccl_ranks.PAIRS)]


def without_pairs(params):
    return [param for param in params if param.values[1] not in nccl_ranks.PAIRS]


def writable(params):
    return [param for param in params if param.values[2] != "jax"]


OF_FAKE, OF_ONE, OF_TWO = (collectives(ON_FAKE, nccl_libraries.DOUBLES), collectives(["one rank"], nccl_libraries.REAL),
                           collectives(ON_TWO, nccl_libraries.REAL))


@pytest.mark.interop("in", "fake driver")
@pytest.mark.parametrize("mode, collective, library", OF_FAKE)
def test_arrays_of_the_caller_on_the_fake_driver(results, mode, collective, library):
    judge(results, mode, True, collective, library, "in")


@pytest.mark.interop("out", "fake driver")
@pytest.mark.parametrize("mode, collective, library", without_pairs(OF_FAKE))
def test_new_arrays_on_the_fake_driver(results, mode, collective, library):
    judge(results, mode, True, collective, library, "out")


@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("mode, collective, library", writable(OF_ONE))
def test_arrays_of_the_caller(results, mode, collective, library):
    judge(results, mode, False, collective, library, "in")


@pytest.mark.interop("out", "GPU")
@pytest.mark.parametrize("mode, collective, library", without_pairs(OF_ONE))
def test_new_arrays(results, mode, collective, library):
    judge(results, mode, False, collective, library, "out")


@pytest.mark.interop("in", "2 GPUs")
@pytest.mark.parametrize("mode, collective, library", writable(OF_TWO))
def test_arrays_of_the_caller_on_two(results, mode, collective, library):
    judge(results, mode, False, collective, library, "in")


@pytest.mark.interop("out", "2 GPUs")
@pytest.mark.parametrize("mode, collective, library", without_pairs(OF_TWO))
def test_new_arrays_on_two(results, mode, collective, library):
    judge(results, mode, False, collective, library, "out")


# --------------------------------------------------------------------------------------------------------- trouble --
def troubles(*places):
    """The functions of nccl_trouble.py that run there, by its decorators."""
    source = (HERE / "nccl_trouble.py").read_text()
    found = re.findall(r"^@trouble\(([A-Z, ]+)\)\ndef (\w+)", source, re.M)
    return [name for where, name in found if set(where.split(", ")) & set(places)]


def run_trouble(name, faked, tmp_path):
    text, good = run([[sys.executable, HERE / "nccl_trouble.py", name]], faked, tmp_path)
    assert good and text.rstrip().endswith("right"), text[-3000:]
    assert not list(tmp_path.glob("nccl-*/p-*")), "messages were left"


@pytest.mark.interop("in", "fake driver")
@pytest.mark.parametrize("name", troubles("BOTH", "FAKE"))
def test_trouble_on_the_fake_driver(name, tmp_path):
    run_trouble(name, True, tmp_path)


@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("name", troubles("GPU"))
def test_trouble(name, tmp_path):
    pytest.importorskip("torch")
    run_trouble(name, False, tmp_path)


@pytest.mark.interop("in", "2 GPUs")
@pytest.mark.parametrize("name", troubles("TWO"))
def test_trouble_on_two(name, tmp_path):
    pytest.importorskip("torch")
    run_trouble(name, False, tmp_path)


@pytest.mark.interop("in", "CPU")
def test_without_a_driver():
    """It imports anywhere; what needs a driver, or NCCL, says so."""
    if matrix.gpus():
        pytest.skip("there is a driver")
    code = """
import nccl_arrays
for action in lambda: nccl_arrays.load("/nowhere/libnccl.so.2"), lambda: (nccl_arrays.load(FAKE), nccl_arrays.Communicator(0, 1, bytes(128), 0)):
    try:
        action()
    except (ImportError, RuntimeError) as error:
        print(error)
""".replace("FAKE", repr(str(FAKE)))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    first, second = done.stdout.strip().splitlines()
    assert "NCCL: /nowhere/libnccl.so.2" in first and "no CUDA driver on this machine" in second, done


@pytest.mark.interop("out", "fake driver")
def test_demo_on_the_fake_driver(tmp_path):
    text, good = run([[sys.executable, ROOT / "systems" / "nccl_arrays" / "demo.py"]], True, tmp_path)
    assert good and "WRONG" not in text and "everything is right" in text and text.count(" right") > 8, text


@pytest.mark.interop("out", "GPU")
def test_demo(tmp_path):
    text, good = run([[sys.executable, ROOT / "systems" / "nccl_arrays" / "demo.py"]], False, tmp_path)
    assert good and "WRONG" not in text and "everything is right" in text, text
