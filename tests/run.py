"""Runs every test suite, adds up their counts, and ends with one line: "N passed, N failed, N skipped".

Suites: the C programs, the header matrix, layouts, loops and copies against NumPy, Python without a driver, Python on the
fake driver, Python on a real GPU; under the sanitizers also the fuzzers for some seconds.  As many at a time as there are cores.
"""
import argparse
import concurrent.futures
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import time
import typing

import config

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
MOST_WORKERS = 8  # processes of the suite on a GPU: each imports every array library
# Files of tests/python by what takes their time, so that suites of about the same length run side by side; "arrays" has all others.
PYTHON = {
    "packages": ("packaging", "upgrade", "versions"),
    "sources": ("api_rules", "cut", "headers", "sources"),
    "compiled": ("builds", "cpp", "examples", "hostile", "op", "op_torch", "op_xla", "options", "readme", "testing_guide"),
}
# Files of tests/python that run no sanitized code: they compile, or read, or start processes without the sanitizers.
NOT_SANITIZED = ("api_rules", "builds", "compiler_headers", "coverage_page", "cpp", "cuda_headers", "cut", "examples", "fuzz_archives", "generated",
                 "headers", "interop_page", "judge", "limited_api", "packaging", "pages", "platforms", "readme", "sizes", "sources",
                 "testing_guide", "upgrade", "versions")
COUNTS = re.compile(r"(\d+) (passed|failed|skipped|errors?|xfailed|xpassed)")


class Suite(typing.NamedTuple):
    name: str
    command: list
    environment: dict
    seconds: int = 1  # about


def prepended(environment, variable, folder):
    """The path in a variable with a folder before what it has."""
    return os.pathsep.join(filter(None, [str(folder), environment.get(variable)]))


def counts_of(text):
    """The counts of the last line that has any: pytest's and the C programs' alike."""
    for line in reversed(text.splitlines()):
        found = {kind: int(number) for number, kind in COUNTS.findall(line)}
        if found:
            failed = sum(found.get(kind, 0) for kind in ("failed", "error", "errors", "xpassed"))
            return found.get("passed", 0) + found.get("xfailed", 0), failed, found.get("skipped", 0)
    return 0, 0, 0


def run(suite, live):
    """Runs a suite; its output as it comes, or all of it at the end -> passed, failed, skipped"""
    start = time.time()
    process = subprocess.Popen(suite.command, cwd=ROOT, env=suite.environment, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
    lines = [f"\n==== {suite.name}\n"]
    if live:
        print(lines[0], end="", flush=True)
    for line in process.stdout:
        lines.append(line)
        if live:
            print(line, end="", flush=True)
    _, status, used = os.wait4(process.pid, 0)  # of the suite and of its own processes
    code = process.returncode = os.waitstatus_to_exitcode(status)
    passed, failed, skipped = counts_of("".join(lines[1:]))
    said = len(lines)
    if code and not failed:
        lines.append(f"{suite.name}: ended with status {code}\n")
        failed = 1
    if not passed and not failed and not skipped:
        lines.append(f"{suite.name}: ran nothing\n")
        failed = 1
    lines.append(f"---- {suite.name}: {passed} passed, {failed} failed, {skipped} skipped, {time.time() - start:.1f} s, "
                 f"{used.ru_utime + used.ru_stime:.1f} s of CPU\n")
    print("".join(lines[said if live else 0:]), end="", flush=True)
    return passed, failed, skipped


def run_all(suites):
    """Runs the suites side by side, a core each, the long ones first; then those of the GPU, one at a time."""
    together = sorted((suite for suite in suites if not suite.name.startswith("gpu")), key=lambda suite: -suite.seconds)
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        counts = list(pool.map(lambda suite: run(suite, False), together))
    counts += [run(suite, True) for suite in suites if suite.name.startswith("gpu")]
    return [sum(column) for column in zip(*counts)] or [0, 0, 0]


def python_files(sanitized=False):
    """Returns the files of tests/python in groups; those that run sanitized code only."""
    files = {path.stem[len("test_"):]: f"tests/python/{path.name}" for path in sorted((ROOT / "tests" / "python").glob("test_*.py"))}
    grouped = {name for names in PYTHON.values() for name in names}
    groups = {**PYTHON, "arrays": [name for name in files if name not in grouped]}
    return {group: [files[name] for name in names if not (sanitized and name in NOT_SANITIZED)] for group, names in groups.items()}


def has_gpu():
    """Returns true if the driver of NVIDIA finds a device."""
    code = "import sys; sys.path.insert(0, 'tests/gpu'); import conftest; sys.exit(bool(conftest.REASON))"
    return not subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True).returncode


def sanitizer_environment(compiler):
    """An interpreter that was built without sanitizers needs their runtime first."""
    runtime = [subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True).stdout.strip()
               for name in ("libasan.so", "libubsan.so")]
    return {"LD_PRELOAD": " ".join(path for path in runtime if os.path.isabs(path)),
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:handle_segv=0",
            "CUCORE_TEST_SANITIZED": "1"}


def suites(build, fuzzers, sanitized):
    base = dict(os.environ)
    fake = {**base, "LD_LIBRARY_PATH": prepended(base, "LD_LIBRARY_PATH", build / "fake")}
    preload = sanitizer_environment(sanitized) if sanitized else {}
    python = {**preload, "CUCORE_BUILD": str(build), "PYTHONDONTWRITEBYTECODE": "1",
              "PYTHONPATH": prepended(base, "PYTHONPATH", build / "python")}
    pytest = [sys.executable, "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider"]
    for source in sorted((ROOT / "tests" / "c").glob("test_*.c")):
        if sanitized and source.stem.startswith("test_gpu_"):
            continue
        yield Suite(source.stem, [str(build / "c" / source.stem)], fake if source.stem.startswith("test_driver") else base,
                    seconds=60 if source.stem == "test_driver_torture" else 1)
    yield Suite("test_programs, fake driver", [str(build / "c" / "test_programs")], fake, seconds=5)  # NVRTC asks libcuda.so.1
    if fuzzers:
        yield Suite("fuzz", [sys.executable, "tests/fuzz/run.py", "--folder", str(fuzzers)], base, seconds=30)
    if not sanitized:
        yield Suite("headers", ["sh", "tests/check_headers.sh"], {**base, "FEW": "1", "JOBS": "1"}, seconds=60)
        yield Suite("layout", pytest + ["tests/layout"], {
            **base, "CUCORE_LAYOUT_LIB": str(build / "layout" / "liblayout.so"), "PYTHONDONTWRITEBYTECODE": "1"}, seconds=30)
        yield Suite("kernel", pytest + ["tests/kernel"], {**base, "PYTHONDONTWRITEBYTECODE": "1"}, seconds=45)
    copies = {**base, **preload, "PYTHONDONTWRITEBYTECODE": "1",
              "PYTHONPATH": prepended(base, "PYTHONPATH", build / "examples"),
              "CUCORE_VIEW_COPY_LIB": str(build / "view_copy" / "libviewcopy.so")}
    yield Suite("view copy", pytest + [*map(str, sorted((ROOT / "tests" / "view_copy").glob("test_*.py")))], copies, seconds=35)
    yield Suite("view copy, fake driver", pytest + ["tests/view_copy/fake", "tests/view_copy/test_copy_cast.py"], {
        **copies, "LD_LIBRARY_PATH": fake["LD_LIBRARY_PATH"],
        "CUCORE_VIEW_COPY_LIB": str(build / "view_copy" / "libviewcopy_small.so")}, seconds=60)
    yield Suite("view copy, no kernels", pytest + ["tests/view_copy/no_kernels"], {
        **copies, "LD_LIBRARY_PATH": fake["LD_LIBRARY_PATH"],
        "CUCORE_VIEW_COPY_LIB": str(build / "view_copy" / "libviewcopy_small_no_kernels.so")}, seconds=8)
    # Kernels run without the sanitizers here; what plans and writes them is the same for all layouts.
    compiled = ["--ignore=tests/copy/test_ptx.py", "-k", "random or odd_shapes"] if sanitized else []
    yield Suite("copy", pytest + ["tests/copy", *compiled], {
        **copies, "CUCORE_COPY_LIB": str(build / "copy" / "libcopy.so"), "CUCORE_BUILD": str(build)}, seconds=30 if sanitized else 100)
    for group, files in python_files(sanitized).items():
        if files:
            yield Suite(f"python, {group}", pytest + files, {**base, **python, "JAX_PLATFORMS": "cpu"}, seconds=100)
    yield Suite("fake driver", pytest + ["tests/fake", "--ignore=tests/fake/debug"], {**fake, **python}, seconds=55)
    plain = {"PYTHONPATH": prepended(base, "PYTHONPATH", build / "no_type_memory")}
    debug = {"PYTHONPATH": prepended(base, "PYTHONPATH", build / "debug")}
    yield Suite("fake driver, debug build", pytest + ["tests/fake/debug"], {**fake, **python, **debug})
    if sanitized:  # the same code again, except a table or how CPython is called
        return
    few = ["-k", "not leak and not memory_flat and not come_and_go and not hypothesis"]  # leaks do not depend on it
    yield Suite("python, no type memory", pytest + few + [f"tests/python/test_{name}.py" for name in (
        "exchange", "dlpack", "interfaces", "front_door")], {**base, **python, **plain, "JAX_PLATFORMS": "cpu"}, seconds=40)
    yield Suite("fake driver, no type memory", pytest + [f"tests/fake/test_fake_{name}.py" for name in (
        "driver", "exchange")], {**fake, **python, **plain}, seconds=10)
    if config.has_limited_api():
        limited = {"PYTHONPATH": os.pathsep.join([str(build / "limited"), python["PYTHONPATH"]])}
        yield Suite("python, limited API", pytest + few + [f"tests/python/test_{name}.py" for name in (
            "args", "buffer", "collection", "dlpack", "exchange", "front_door", "interfaces", "named")],
            {**base, **python, **limited, "JAX_PLATFORMS": "cpu"}, seconds=20)
    gpu = {**base, **python, "CUCORE_VIEW_COPY_LIB": copies["CUCORE_VIEW_COPY_LIB"],
           "PYTHONPATH": prepended(python, "PYTHONPATH", build / "examples"),
           "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}  # JAX would take most of the GPU's memory, and other processes need some
    if CORES > 1 and importlib.util.find_spec("xdist") and has_gpu():
        workers = ["-n", str(min(CORES, MOST_WORKERS)), "--dist", "worksteal"]
        yield Suite("gpu", pytest + workers + ["tests/gpu", "-m", "not alone"], gpu)
        yield Suite("gpu, one process", pytest + ["tests/gpu", "-m", "alone"], gpu)
    else:
        yield Suite("gpu", pytest + ["tests/gpu"], gpu)


def quick(suites):
    """What `make check` runs: the C programs, the front door, whether the headers are what src/ gives; and what it leaves out"""
    chosen, left_out = [], []
    for suite in suites:
        if suite.name == "python, arrays":
            files = ["tests/python/test_front_door.py", "tests/python/test_sources.py::test_headers_are_what_the_sources_give"]
            command = [part for part in suite.command if not part.startswith("tests/python/")] + files
            chosen.append(suite._replace(name="front door", command=command))
            left_out.append("the rest of python, arrays")
        elif suite.name.startswith("test_") and suite.name != "test_driver_torture" and "gpu" not in suite.name:
            chosen.append(suite)
        else:
            left_out.append(suite.name)
    return chosen, left_out


def threads_suites(build, python):
    """Under ThreadSanitizer; with an interpreter that has it, Python as well."""
    fake = {**os.environ, "LD_LIBRARY_PATH": str(build / "fake") + os.pathsep + os.environ.get("LD_LIBRARY_PATH", ""),
            "TSAN_OPTIONS": f"halt_on_error=0:history_size=4:suppressions={ROOT / 'tests' / 'tsan.supp'}"}
    for program in sorted((build / "c").glob("test_*")):
        if os.access(program, os.X_OK) and not program.suffix:
            yield Suite(program.name, [str(program)], fake)
    if python:
        folders = [build / "python", ROOT / "tests" / "python"]
        yield Suite("threads", [python, "tests/python/threads.py"], {
            **fake, "PYTHONPATH": os.pathsep.join(map(str, folders)), "PYTHONDONTWRITEBYTECODE": "1"})
    else:
        why = "TSAN_PYTHON names no free-threaded Python with ThreadSanitizer"
        yield Suite("threads", ["printf", f"skipped: {why}\n0 passed, 0 failed, 1 skipped\n"], fake)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder that the Makefile built into")
    parser.add_argument("--fuzz", type=pathlib.Path, help="folder that the fuzzers were built into; without it they do not run")
    parser.add_argument("--sanitize", metavar="CC", help="the programs carry the sanitizers of this compiler")
    parser.add_argument("--only", help="run the suites whose name contains this")
    parser.add_argument("--quick", action="store_true", help="run the C programs and the front door")
    parser.add_argument("--threads", metavar="PYTHON", help="the suites for ThreadSanitizer; '' for none of Python's")
    options = parser.parse_args()
    build, left_out = options.build.resolve(), []
    if options.threads is not None:
        chosen = list(threads_suites(build, options.threads))
    else:
        chosen = list(suites(build, options.fuzz and options.fuzz.resolve(), options.sanitize))
    if options.quick:
        chosen, left_out = quick(chosen)
    passed, failed, skipped = run_all([suite for suite in chosen if not options.only or options.only in suite.name])
    if left_out:
        print(f"\nleft out, make test runs it: {', '.join(left_out)}")
    print(f"\n{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return 1 if failed or not passed + skipped else 0


if __name__ == "__main__":
    sys.exit(main())
