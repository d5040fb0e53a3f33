"""Runs the fuzzers that the Makefile built: a short run for the tests, a long one, or a new corpus.

    run.py --folder build/fuzz                  each over its corpus and some more inputs with a fixed seed; ends with
                                                "N passed, N failed", one count per fuzzer
    run.py --folder build/fuzz --seconds 60     each for that long, from the corpus and what earlier long runs found
    run.py --folder build/fuzz --merge          tests/fuzz/corpus becomes the smallest of these inputs with the same coverage

The corpus is tests/fuzz/corpus/<name>.zip, which the Makefile unpacks into FOLDER/corpus/<name>/ (archive.py).  Inputs of
other names than "cover-.." are regressions and stay as they are.
A long run writes what it finds to FOLDER/found/<name>/, an input that ends in a failure to FOLDER/<name>-crash-*.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import archive

HERE = pathlib.Path(__file__).resolve().parent
ARCHIVES = HERE / "corpus"
MOST_LENGTH = 400
MOST_FILES = 30  # of a corpus, beside the regressions
COVER = "cover-"  # how the names of the inputs begin that a merge may replace
SHORT_RUNS = 6000 if os.environ.get("CUCORE_TEST_EVERY") else 2000

ENVIRONMENT = {**os.environ,  # leaks of the library are counted; quarantines grow slow
               "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1:handle_abort=0",
               "UBSAN_OPTIONS": "print_stacktrace=1"}
for variable in ("FAKE_CUDA_INIT", "FAKE_CUDA_DEVICES", "FAKE_CUDA_MISSING"):
    ENVIRONMENT.pop(variable, None)


def fuzzers(folder):
    names = [path.stem for path in sorted(HERE.glob("fuzz_*.c"))]
    missing = [name for name in names if not os.access(folder / name, os.X_OK)]
    missing += [f"corpus/{name}" for name in names if not (folder / "corpus" / name).is_dir()]
    if missing:
        sys.exit(f"not built: {', '.join(missing)}")
    return names


def fuzz(folder, name, options, folders, limit):
    """-> runs, seconds, "" or what went wrong"""
    command = [str(folder / name), *options, f"-max_len={MOST_LENGTH}", "-print_final_stats=1", "-verbosity=0",
               "-timeout=20", f"-artifact_prefix={folder / name}-", *map(str, folders)]
    start = time.time()
    try:
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, errors="replace", timeout=limit)
        text, code = done.stdout + done.stderr, done.returncode
    except subprocess.TimeoutExpired as error:
        text, code = f"no end within {limit} seconds\n{error.stderr or ''}", 1
    runs = re.search(r"stat::number_of_executed_units:\s*(\d+)", text)
    wrong = "" if code == 0 and runs else f"ended with status {code}\n{text[:6000]}"
    return int(runs.group(1)) if runs else 0, time.time() - start, wrong


def report(name, runs, seconds, wrong):
    print(f"{name}: {runs} runs, {seconds:.1f} s, {'1 finding' if wrong else '0 findings'}", flush=True)
    if wrong:
        print(wrong, flush=True)
    return 1 if wrong else 0


def short_run(folder):
    failed = 0
    names = fuzzers(folder)
    for name in names:
        with tempfile.TemporaryDirectory() as fresh:  # libFuzzer writes what it finds to the first folder
            folders = [fresh, folder / "corpus" / name]
            failed += report(name, *fuzz(folder, name, [f"-runs={SHORT_RUNS}", "-seed=1"], folders, 300))
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed


def long_run(folder, seconds):
    failed = 0
    for name in fuzzers(folder):
        found = folder / "found" / name
        found.mkdir(parents=True, exist_ok=True)
        folders = [found, folder / "corpus" / name]
        failed += report(name, *fuzz(folder, name, [f"-max_total_time={seconds}"], folders, 2 * seconds + 300))
    return failed


def features_of(control):
    """{input: what it covers}, as the control file of a merge has it: counts, names, then "FT number feature ...".""" 
    lines = control.read_text(errors="replace").splitlines()
    paths = [pathlib.Path(line) for line in lines[2:2 + int(lines[0])]]
    words = [line.split() for line in lines[2 + len(paths):]]
    return {paths[int(row[1])]: set(map(int, row[2:])) for row in words if row[0] == "FT"}


def merge(folder):
    """The regressions stay; of all other inputs those that add most to what is covered, one by one."""
    for name in fuzzers(folder):
        unpacked, found = folder / "corpus" / name, folder / "found" / name
        if not any(path.is_file() for inputs in (unpacked, found) for path in inputs.glob("*")):
            print(f"{name}: no inputs")
            continue
        with tempfile.TemporaryDirectory() as fresh:
            kept, control = pathlib.Path(fresh, "kept"), pathlib.Path(fresh, "control")
            kept.mkdir()
            done = subprocess.run([str(folder / name), "-set_cover_merge=1", "-runs=1", f"-max_len={MOST_LENGTH}",
                                   "-timeout=20", f"-merge_control_file={control}", str(kept), str(unpacked)]
                                  + [str(path) for path in [found] if path.is_dir()],
                                  env=ENVIRONMENT, capture_output=True, text=True, errors="replace")
            if done.returncode or not control.is_file():
                sys.exit(f"{name}: a merge needs the libFuzzer of LLVM 14 or newer, and inputs without a finding\n{done.stderr[-3000:]}")
            left = {path: covers for path, covers in sorted(features_of(control).items())
                    if path.is_file() and path.stat().st_size <= MOST_LENGTH}
            regressions = [path for path in left if path.parent == unpacked and not path.name.startswith(COVER)]
            covered = set().union(*(left.pop(path) for path in regressions))
            chosen = []
            while left and len(chosen) < MOST_FILES:
                best = max(left, key=lambda path: (len(left[path] - covered), -path.stat().st_size))
                if not left[best] - covered:
                    break
                covered |= left.pop(best)
                chosen.append(best.read_bytes())
        inputs = {path.name: path.read_bytes() for path in unpacked.iterdir() if not path.name.startswith(COVER)}
        inputs.update((f"{COVER}{number:02d}", data) for number, data in enumerate(chosen))
        archive.pack(inputs, ARCHIVES / f"{name}.zip")
        archive.unpack(ARCHIVES / f"{name}.zip", unpacked)
        print(f"{name}: {len(inputs)} inputs, {sum(map(len, inputs.values()))} bytes, {len(covered)} features")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="where the Makefile built them")
    parser.add_argument("--seconds", type=int, help="a long run of each")
    parser.add_argument("--merge", action="store_true", help="write the corpus anew")
    options = parser.parse_args()
    folder = options.folder.resolve()
    failed = merge(folder) if options.merge else long_run(folder, options.seconds) if options.seconds else short_run(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
