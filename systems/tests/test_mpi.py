"""systems/mpi_arrays under mpiexec, with MPICH or Open MPI: what the ranks do, and check, is in mpi_ranks.py."""
import importlib.util
import os
import pathlib
import re
import signal
import subprocess
import sys
import sysconfig
import time

import pytest

import processes
from conftest import BUILD, ROOT
from processes import MPI_ENVIRONMENT, MPIEXEC

SYSTEM = "MPI, mpi4py"
PACKAGES = ["mpi4py", "mpich", "openmpi", "numpy", "torch", "cupy-cuda12x", "cupy-cuda13x"]
HERE = pathlib.Path(__file__).parent
MODULE = BUILD / "examples" / ("mpi_arrays" + sysconfig.get_config_var("EXT_SUFFIX"))
FAKE = BUILD / "fake"

if processes.why_no_mpi():
    pytest.skip(processes.why_no_mpi(), allow_module_level=True)
if not MODULE.exists():
    pytest.skip("mpi_arrays was not built: no mpicc", allow_module_level=True)


def environment(fake=False, **more):
    paths = [str(BUILD / "examples"), str(BUILD / "python"), str(ROOT / "tests" / "python"), os.environ.get("PYTHONPATH", "")]
    found = {**os.environ, **MPI_ENVIRONMENT, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **more}
    for name in ("MPI_ARRAYS_CUDA_AWARE", "MPI_ARRAYS_CHECK", "MPI_ARRAYS_RUN"):
        if name not in more:
            found.pop(name, None)
    if fake:
        found["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, [str(FAKE), os.environ.get("LD_LIBRARY_PATH")]))
    return found


def descendants(pid):
    """Processes that `pid` started, in any way: launchers put ranks into sessions of their own."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        children.setdefault(parent, []).append(int(path.parent.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found[1:]


def run(command, limit, env, **more):
    """(status, output) of a command; where it takes longer than `limit` seconds, all that it started is killed."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", start_new_session=True, env=env, **more)
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        for pid in [*descendants(process.pid), process.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        output, _ = process.communicate()
        pytest.fail(f"{' '.join(command)} did not end in {limit} seconds:\n{output[-4000:]}")
    return process.returncode, output


def ranks(count, *job, limit=90, fake=False, **more):
    """(status, output) of a job of mpi_ranks.py.  mpi4py as the main program aborts all ranks when one raises."""
    command = [MPIEXEC, "-n", str(count), sys.executable, "-m", "mpi4py", str(HERE / "mpi_ranks.py"), *job]
    return run(command, limit, environment(fake, **more))


def right(count, *job, **more):
    status, output = ranks(count, *job, **more)
    assert status == 0 and "all ranks are done" in output, output[-6000:]
    return output


def needs(library):
    """Not imported here: this process is none of the ranks."""
    if not importlib.util.find_spec(library):
        pytest.skip(f"no {library}")


def versions():
    library = processes.mpi_library()
    return {"MPI library": library} if library else {}


# ---------------------------------------------------------------------------------------------------- arrays of the host --
@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("run", ["", "1"], ids=["packed", "derived datatypes"])
@pytest.mark.parametrize("job", ["layouts", "shapes", "dtypes", "blocks", "big"])
def test_layouts(job, run):
    right(4, job, MPI_ARRAYS_RUN=run)


@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("job", ["reductions", "rounding", "disagreements", "refusals", "lengths", "unchecked", "gil", "threads"])
def test_host(job):
    right(4, job)


@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("run", ["", "1"], ids=["packed", "derived datatypes"])
def test_references(run):
    right(4, "references", MPI_ARRAYS_RUN=run)


@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("job, count", [("layouts", 2), ("blocks", 1), ("blocks", 3), ("disagreements", 2), ("disagreements", 5),
                                        ("refusals", 1), ("refusals", 2)])
def test_other_numbers_of_ranks(job, count):
    right(count, job, MPI_ARRAYS_RUN="1")


@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("library", ["torch", "jax"])
def test_results_of_the_library(library):
    needs(library)
    assert library in right(2, "libraries", library)


def needs_memory(needed):
    with open("/proc/meminfo") as f:
        free = next(int(line.split()[1]) >> 20 for line in f if line.startswith("MemAvailable"))
    if free < needed:
        pytest.skip(f"{free} GiB of memory are free, {needed} are needed")


@pytest.mark.interop("in", "CPU")
def test_large_counts():
    needs_memory(5)
    output = right(1, "large", MPI_ARRAYS_RUN="1")
    assert "sent" in output or "refused" in output


@pytest.mark.interop("in", "CPU")
def test_much_to_pack():
    needs_memory(3)
    right(1, "much")


# ------------------------------------------------------------------------------------------------------ jobs that fail --
@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("where", ["example", "MPI"])
def test_an_uncaught_exception_ends_the_job(where):
    """... with its text and a status that is not 0, while all others wait for that rank."""
    start = time.monotonic()
    status, output = ranks(3, "uncaught", where, limit=60)
    assert status != 0 and "this rank gives up" in output and "all ranks are done" not in output
    assert time.monotonic() - start < 45


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.interop("in", "CPU")
def test_the_time_limit_leaves_no_process():
    with pytest.raises(pytest.fail.Exception, match="did not end in 10 seconds") as raised:
        ranks(3, "forever", limit=10)
    pids = [int(pid) for pid in re.findall(r"pid (\d+)\.", str(raised.value))]
    assert len(pids) == 3, raised.value
    for _ in range(50):
        alive = [pid for pid in pids if is_alive(pid)]
        if not alive:
            break
        time.sleep(0.1)
    assert not alive


@pytest.mark.interop("in", "CPU")
def test_another_mpi_is_refused(tmp_path):
    """Handles of another library mean nothing: the import says which two they are."""
    (tmp_path / "mpi4py").mkdir()
    (tmp_path / "mpi4py" / "__init__.py").write_text("")
    (tmp_path / "mpi4py" / "MPI.py").write_text(
        "class Comm: pass\nclass Exception(RuntimeError): pass\ndef _addressof(obj): pass\n"
        "def Get_library_version(): return 'Other MPI 9.9, and more'\n")
    env = environment()
    env["PYTHONPATH"] = str(tmp_path) + os.pathsep + env["PYTHONPATH"]
    status, output = run([sys.executable, "-c", "import mpi_arrays"], 60, env)
    assert status and re.search(r"ImportError: mpi_arrays was built with (MPICH|Open MPI).*, but mpi4py uses Other MPI 9.9",
                                output, re.S), output


@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("code, words", [
    ("import mpi4py; mpi4py.rc.initialize = False\nfrom mpi4py import MPI\nimport mpi_arrays\n"
     "mpi_arrays.allreduce(MPI.COMM_WORLD, b'')", "RuntimeError: MPI is not initialized"),
    ("from mpi4py import MPI\nimport mpi_arrays\nMPI.Finalize()\nmpi_arrays.allreduce(MPI.COMM_WORLD, b'')",
     "RuntimeError: MPI is finalized"),
], ids=["before MPI_Init", "after MPI_Finalize"])
def test_without_mpi(code, words):
    status, output = run([sys.executable, "-c", code], 60, environment())
    assert status == 1 and words in output, output


@pytest.mark.interop("in", "CPU")
def test_no_mpi_is_one_line(tmp_path):
    command = ["make", "-C", str(ROOT), "VENV=", f"PYTHON={sys.executable}", f"BUILD={tmp_path}", "MPICC=", "example-mpi"]
    status, output = run(command, 90, {name: value for name, value in os.environ.items() if not name.startswith("MAKE")})
    assert status and len(re.findall("no MPI: ", output)) == 1, output


# ---------------------------------------------------------------------------------------------------- the other direction --
@pytest.mark.interop("out", "CPU")
@pytest.mark.parametrize("count", [2, 4])
def test_cucore_array_in_mpi4py(count):
    right(count, "cucore_arrays")


# ---------------------------------------------------------------------------------------------------- the fake driver --
needs_fake = pytest.mark.skipif(not (FAKE / "libcuda.so.1").exists(), reason="the fake driver was not built")
AWARE = pytest.mark.parametrize("aware", ["0", "1"], ids=["staged", "CUDA-aware"])


@needs_fake
@AWARE
@pytest.mark.interop("in", "fake driver")
def test_devices(aware):
    right(3, "devices", aware, fake=True)


@needs_fake
@pytest.mark.interop("in", "fake driver")
@pytest.mark.parametrize("job", ["device_calls", "device_order", "device_failures"])
def test_driver_calls(job):
    right(3, job, fake=True)


@needs_fake
@pytest.mark.interop("out", "fake driver")
def test_device_arrays_in_mpi4py():
    right(3, "device_arrays_in_mpi4py", fake=True)


@needs_fake
@pytest.mark.interop("in", "fake driver")
def test_64_ranks(capsys):
    """A job of many machines, on the cores that there are: right in every round, and the memory of no rank grows."""
    output = right(64, "simulation", "8", fake=True, limit=100)
    with capsys.disabled():
        print("\n" + next(line for line in output.splitlines() if "rounds of" in line))


# ------------------------------------------------------------------------------------------------------------- demo --
@pytest.mark.interop("in", "CPU")
def test_demo():
    status, output = run([sys.executable, str(ROOT / "systems" / "mpi_arrays" / "demo.py")], 115, environment())
    assert status == 0 and "every result is right" in output and "WRONG" not in output, output
    assert re.search("^numpy, transposed +right$", output, re.M)


# -------------------------------------------------------------------------------------------------------------- GPUs --
GPU_LIBRARIES = pytest.mark.parametrize("library", ["torch", "cupy"])


@pytest.mark.interop("in", "GPU")
@GPU_LIBRARIES
@pytest.mark.parametrize("job", ["gpu_layouts", "gpu_streams", "gpu_large", "gpu_memory"])
def test_gpu(job, library):
    needs(library)
    right(2, job, library, "1")


@pytest.mark.interop("out", "GPU")
def test_gpu_results_elsewhere():
    """What C made on the device, in torch."""
    needs("torch")
    right(2, "gpu_results", "torch", "1")


@pytest.mark.interop("in", "2 GPUs")
@GPU_LIBRARIES
@pytest.mark.parametrize("job", ["gpu_layouts", "gpu_streams", "gpu_large"])
def test_two_gpus(job, library):
    needs(library)
    right(2, job, library, "2")
