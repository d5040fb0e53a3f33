"""mpi4py's own tests with its decoders of arrays replaced by a shim on cucore.

    python tests/ports/mpi4py/run.py [--folder build/ports/mpi4py] [--extra torch]

Fetches the source package and an MPI from the package index into an environment of its own, builds mpi4py as it is and with the
shim, runs its tests of messages and buffers on both, and times both.  Status 1 where a test that passes without the shim fails
or is skipped with it, or where a row is slower.  Needs a C compiler, cuda.h and dlpack.h (CUDA_INCLUDE, DLPACK_INCLUDE).
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(HERE.parent)]
import apply  # noqa: E402
from released import SLOWER, environment, run  # noqa: E402

VERSION = "4.1.2"
TESTS = ("test_msgspec", "test_msgzero", "test_buffer", "test_address")
NEEDED = ("setuptools", "wheel", "cython", "numpy", "mpich")
RESULT = re.compile(r"^(\w+) \((\S+)\) \.\.\. (ok|FAIL|ERROR|skipped .*|expected failure|unexpected success)$", re.M)


def source(folder, python):
    archive = folder / f"mpi4py-{VERSION}.tar.gz"
    if not archive.exists():
        print("fetching mpi4py", VERSION)
        run([python, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "--no-build-isolation", "-d", folder,
             f"mpi4py=={VERSION}"])
    return archive


def unpack(archive, folder):
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(folder.parent / (folder.name + ".new"))
    (folder.parent / (folder.name + ".new") / archive.name[:-len(".tar.gz")]).rename(folder)
    (folder.parent / (folder.name + ".new")).rmdir()


def build(python, folder, name, includes):
    """Some three minutes.  -> the folder to import it from"""
    print("building mpi4py", name)
    place = folder / f"{name}-lib"
    shutil.rmtree(place, ignore_errors=True)
    flags = " ".join(["-O2", "-g0", f"-I{ROOT}", *(f"-isystem {i}" for i in includes if i)])
    run([python, "setup.py", "build", "--build-lib", place], cwd=folder / name,
        env={**os.environ, "MPICC": str(python.parent / "mpicc"), "CFLAGS": flags})
    return place


def check_includes(includes):
    done = subprocess.run(["cc", "-fsyntax-only", f"-I{ROOT}", *(f"-I{i}" for i in includes if i), "-xc", "-"], text=True,
                          input='#include "cucore_dlpack.h"\n', stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{done.stdout}CUDA_INCLUDE and DLPACK_INCLUDE are the folders of cuda.h and dlpack.h")


def results(python, tests, place):
    """{test: what became of it}, of the four files."""
    found = {}
    for name in TESTS:
        done = subprocess.run([str(python), "main.py", "-v", "-i", name], cwd=tests, env={**os.environ, "PYTHONPATH": str(place)},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
        mine = {f"{m[2]}.{m[1]}": m[3].split()[0] for m in RESULT.finditer(done.stdout)}
        ran = re.search(r"^Ran (\d+) tests", done.stdout, re.M)
        if not ran or int(ran[1]) != len(mine):
            sys.exit(f"{name} did not end as it should:\n{done.stdout[-4000:]}")
        found.update(mine)
    return found


def count(found):
    return ", ".join(f"{sum(r == kind for r in found.values())} {kind}" for kind in sorted(set(found.values())))


def times(python, place):
    return json.loads(run([python, HERE / "rows.py", "0.05"], env={**os.environ, "PYTHONPATH": str(place)}))


def fastest(python, place, rounds, others):
    """The least of some runs of each, in turn."""
    best = [{}, {}]
    for _ in range(rounds):
        for mine, library in zip(best, (place, others)):
            for row, t in times(python, library).items():
                mine[row] = min(t, mine.get(row, t))
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "ports" / "mpi4py")
    parser.add_argument("--extra", nargs="*", default=[], help="more packages, to be timed: torch")
    parser.add_argument("--reuse", action="store_true", help="what was built before, without the shim")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    includes = [os.environ.get(name) for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE")]
    check_includes(includes)
    python = environment(folder, [*NEEDED, *options.extra])
    archive = source(folder, python)
    plain, shim = folder / "plain-lib", folder / "shim-lib"
    if not (options.reuse and plain.exists()):
        unpack(archive, folder / "plain")
        build(python, folder, "plain", [])
    unpack(archive, folder / "shim")
    apply.apply(folder / "shim")
    build(python, folder, "shim", includes)
    tests = folder / "plain" / "test"
    without, with_ = results(python, tests, plain), results(python, tests, shim)
    print(f"without the shim: {count(without)}\nwith it:          {count(with_)}")
    lost = [test for test in without if without[test] == "ok" and with_.get(test) != "ok"]
    for test in lost:
        print(f"passes without the shim, {with_.get(test, 'is not run')} with it: {test}")
    theirs, ours = fastest(python, plain, options.rounds, shim)
    slow = [row for row in theirs if ours[row] > theirs[row] * SLOWER]
    for row in theirs:
        print(f"{row:16} {theirs[row]:8.0f} ns {ours[row]:8.0f} ns  {theirs[row] / ours[row]:5.2f} times as fast"
              + ("  SLOWER" if row in slow else ""))
    return 1 if lost or slow or "ok" not in with_.values() else 0


if __name__ == "__main__":
    sys.exit(main())
