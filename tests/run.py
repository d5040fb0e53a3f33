"""Runs every test suite, adds up their counts, and ends with one line: "N passed, N failed, N skipped".

Suites: the C programs, the fuzzers for some seconds, the header matrix, layouts against NumPy, Python without a driver, Python on the fake driver, Python on a real GPU.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTS = re.compile(r"(\d+) (passed|failed|skipped|errors?|xfailed|xpassed)")


def counts_of(text):
    """The counts of the last line that has any: pytest's and the C programs' alike."""
    for line in reversed(text.splitlines()):
        found = {kind: int(number) for number, kind in COUNTS.findall(line)}
        if found:
            failed = sum(found.get(kind, 0) for kind in ("failed", "error", "errors", "xpassed"))
            return found.get("passed", 0) + found.get("xfailed", 0), failed, found.get("skipped", 0)
    return 0, 0, 0


def run(name, command, environment):
    print(f"\n==== {name}", flush=True)
    start = time.time()
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace")
    lines = []
    for line in process.stdout:
        print(line, end="", flush=True)
        lines.append(line)
    code = process.wait()
    passed, failed, skipped = counts_of("".join(lines))
    if code and not failed:
        print(f"{name}: ended with status {code}")
        failed = 1
    if not passed and not failed and not skipped:
        print(f"{name}: ran nothing")
        failed = 1
    print(f"---- {name}: {passed} passed, {failed} failed, {skipped} skipped, {time.time() - start:.1f} s", flush=True)
    return passed, failed, skipped


def sanitizer_environment(compiler):
    """An interpreter that was built without sanitizers needs their runtime first."""
    runtime = [subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True).stdout.strip()
               for name in ("libasan.so", "libubsan.so")]
    return {"LD_PRELOAD": " ".join(path for path in runtime if os.path.isabs(path)),
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:handle_segv=0",
            "CUCORE_TEST_SANITIZED": "1"}


def suites(build, fuzzers, sanitized):
    base = dict(os.environ)
    fake = {**base, "LD_LIBRARY_PATH": str(build / "fake") + os.pathsep + base.get("LD_LIBRARY_PATH", "")}
    preload = sanitizer_environment(sanitized) if sanitized else {}
    python = {**preload, "PYTHONPATH": str(build / "python"), "CUCORE_BUILD": str(build), "PYTHONDONTWRITEBYTECODE": "1"}
    pytest = [sys.executable, "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider"]
    for program in sorted((build / "c").glob("test_*")):
        if program.is_file() and os.access(program, os.X_OK) and not program.suffix:
            yield program.name, [str(program)], fake if program.name.startswith("test_driver") else base
    yield "fuzz", [sys.executable, "tests/fuzz/run.py", "--folder", str(fuzzers)], base
    if not sanitized:
        yield "headers", ["sh", "tests/check_headers.sh"], base
        yield "layout", pytest + ["tests/layout"], {**base, "CUCORE_LAYOUT_LIB": str(build / "layout" / "liblayout.so"),
                                                    "PYTHONDONTWRITEBYTECODE": "1"}
    copies = {**base, **preload, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(build / "examples"),
              "CUCORE_VIEW_COPY_LIB": str(build / "view_copy" / "libviewcopy.so")}
    yield "view copy", pytest + [*map(str, sorted((ROOT / "tests" / "view_copy").glob("test_*.py")))], copies
    yield "view copy, fake driver", pytest + ["tests/view_copy/fake"], {
        **copies, "LD_LIBRARY_PATH": fake["LD_LIBRARY_PATH"],
        "CUCORE_VIEW_COPY_LIB": str(build / "view_copy" / "libviewcopy_small.so")}
    yield "copy", pytest + ["tests/copy"], {**base, **preload, "CUCORE_COPY_LIB": str(build / "copy" / "libcopy.so"),
                                            "CUCORE_BUILD": str(build), "PYTHONDONTWRITEBYTECODE": "1"}
    yield "python", pytest + ["tests/python"], {**base, **python, "JAX_PLATFORMS": "cpu"}
    yield "fake driver", pytest + ["tests/fake"], {**fake, **python}
    plain = {"PYTHONPATH": str(build / "no_type_memory")}  # what takes long counts leaks, which do not depend on it
    quick = ["-k", "not leak and not memory_flat and not come_and_go and not hypothesis"]
    yield "python, no type memory", pytest + quick + [f"tests/python/test_{name}.py" for name in (
        "exchange", "dlpack", "interfaces", "front_door")], {**base, **python, **plain, "JAX_PLATFORMS": "cpu"}
    yield "fake driver, no type memory", pytest + [f"tests/fake/test_fake_{name}.py" for name in (
        "driver", "exchange")], {**fake, **python, **plain}
    if not sanitized:
        yield "gpu", pytest + ["tests/gpu"], {**base, **python, "CUCORE_VIEW_COPY_LIB": copies["CUCORE_VIEW_COPY_LIB"],
                                              "PYTHONPATH": os.pathsep.join([python["PYTHONPATH"], str(build / "examples")])}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder that the Makefile built into")
    parser.add_argument("--fuzz", type=pathlib.Path, required=True, help="folder that the fuzzers were built into")
    parser.add_argument("--sanitize", metavar="CC", help="the programs carry the sanitizers of this compiler")
    parser.add_argument("--only", help="run the suites whose name contains this")
    options = parser.parse_args()
    total = [0, 0, 0]
    for name, command, environment in suites(options.build.resolve(), options.fuzz.resolve(), options.sanitize):
        if options.only and options.only not in name:
            continue
        total = [a + b for a, b in zip(total, run(name, command, environment))]
    print("\n{} passed, {} failed, {} skipped".format(*total), flush=True)
    return 1 if total[1] or not sum(total) else 0


if __name__ == "__main__":
    sys.exit(main())
