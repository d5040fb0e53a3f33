"""Processes that tests start: each in a group of its own, which ends with it or when its time is up; demos of the examples; MPI."""
import functools
import importlib.util
import os
import pathlib
import shutil
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
                                                         ROOT / "systems" / "tests"), **environment}
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
    output = run(ROOT / "systems" / name / "demo.py", seconds=seconds)
    assert "everything is right" in output and "WRONG" not in output, output
    return output


def load(name, folder="systems"):
    """The demo of an example as a module."""
    spec = importlib.util.spec_from_file_location(f"demo_of_{name}", ROOT / folder / name / "demo.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ------------------------------------------------------------------------------------------------------------------ MPI --
PATH = prepended("PATH", pathlib.Path(sys.executable).parent)
# By its name alone: called by an absolute path, Open MPI puts the libraries of its own prefix before LD_LIBRARY_PATH.
MPIEXEC = shutil.which("mpiexec", path=PATH) and "mpiexec"
# More ranks than cores, and as root in containers: what each MPI wants to hear.  MPICH's ranks else burn their time waiting.
MPI_ENVIRONMENT = {"PATH": PATH, "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "OMPI_MCA_rmaps_base_oversubscribe": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "MPIR_CVAR_ENABLE_HEAVY_YIELD": "1",
                   "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def mpi_library():
    """Returns the name and version of the MPI that mpi4py uses, "" if it finds none."""
    code = "from mpi4py import MPI; print(MPI.Get_library_version().splitlines()[0])"
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **MPI_ENVIRONMENT}, capture_output=True, text=True, timeout=60)
    return " ".join(done.stdout.partition(",")[0].split()) if done.returncode == 0 else ""


@functools.lru_cache(None)
def why_no_mpi():
    """Returns why mpiexec starts no ranks that find each other through mpi4py, in one sentence; None if it does."""
    if not importlib.util.find_spec("mpi4py"):
        return "no mpi4py"
    if not MPIEXEC:
        return "no mpiexec"
    code = "from mpi4py import MPI; raise SystemExit(MPI.COMM_WORLD.size != 2)"
    done = subprocess.run([MPIEXEC, "-n", "2", sys.executable, "-c", code], env={**os.environ, **MPI_ENVIRONMENT}, timeout=60,
                          stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode == 0:
        return None
    version = subprocess.run([MPIEXEC, "--version"], env={**os.environ, "PATH": PATH}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, timeout=60).stdout
    names = {"Open MPI": "Open MPI", "OpenRTE": "Open MPI", "HYDRA": "MPICH"}  # what the launchers call themselves
    name = next((names[word] for word in names if word in version), version.strip()[:40])
    return f"mpi4py uses {mpi_library() or 'no MPI that it finds'}, but {shutil.which(MPIEXEC, path=PATH)} is of another MPI ({name}): its ranks do not find each other"
