"""Breaks the implementation in one place at a time, and sees whether a test fails: `make mutate`, after `make coverage`.

    mutate.py --coverage build/coverage/coverage.json --build build/mutation [--count 200] [--seed 1] [--jobs 2] [--only cucore.h]

A mutant changes one line of a header that the coverage run says is executed: an operator, a number by one, a condition turned
round, a statement left out, another value returned.  It is built in a folder of its own, and the suites that execute the line
run, the cheapest first, until one fails or takes too long: then the mutant is killed.  What does not compile does not count.
As many mutants as there are jobs are tried at a time, each in a copy of the tree and on its share of the cores.
Results are kept in the build folder, so that a run can be broken off and continued, or be given another seed; the survivors
go to mutation.json beside it.  tests/mutants.md lists those that were looked at, with the reason why they stay.
"""
import argparse
import concurrent.futures
import functools
import json
import os
import pathlib
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import run

ROOT = run.ROOT
HEADERS = [path.name for path in sorted(ROOT.glob("cucore*.h"))]
PYTHON = "$(OUT)/python/{}_test$(EXT_SUFFIX)"
# what tests of Python compile themselves, they take from the real headers: they cannot see a mutant
BLIND = sorted({*run.NOT_SANITIZED, "options", "protocol_table"})
QUICK = "python, quick"  # of the suite "python" what takes seconds
QUICK_FILES = ["untrusted", "args", "stream", "exchange", "export", "results"]
SLOW = "leak or million or random or hypothesis or jax or numpy_values or come_and_go or C9 or at_exit or ml_dtypes"
HOSTILE_SEEDS = "0:200"  # of tests/python/test_hostile.py, which plays thousands
# name of the suite, what make builds for it, compilations of which one must execute the line; the cheapest first
SUITES = [(f"test_{name}", [f"c/test_{name}"], [f"c/test_{name}"])
          for name in ("layout", "layout_limits", "core", "dlpack", "cai", "copy_axes", "driver_arguments", "driver",
                       "driver_objects", "driver_take_buffer", "driver_view_copy", "driver_blocks", "driver_fork", "driver_copy_kernels",
                       "driver_torture", "vendored")] + [
    ("layout", ["layout/liblayout.so"], ["layout/"]),
    ("view copy, fake driver", ["view_copy/libviewcopy_small.so"], ["view_copy/libviewcopy_small"]),
    ("view copy", ["view_copy/libviewcopy.so", "examples/copy_from_c"], ["view_copy/libviewcopy.so", "examples/"]),
    ("copy", ["copy/libcopy.so"], ["copy/libcopy"]),
    ("fuzz", ["fuzz/fuzz_dlpack", "fuzz/fuzz_interface", "fuzz/fuzz_layout", "fuzz/fuzz_copy", "fuzz/fuzz_blocks", "fuzz/fuzz_xla"], ["fuzz/"]),
    (QUICK, ["python/cucore_test", "python/export_test"], ["python/"]),
    ("fake driver", ["python/cucore_test", "python/export_test", "python/torture_test"], ["python/"]),
    ("python", ["python/cucore_test", "python/export_test"], ["python/"]),
]
OPERATORS = {
    " < ": [" <= ", " > "], " <= ": [" < "], " > ": [" >= ", " < "], " >= ": [" > "], " == ": [" != "], " != ": [" == "],
    " && ": [" || "], " || ": [" && "], " + ": [" - "], " - ": [" + "], " * ": [" / "], " / ": [" * "], " % ": [" / "],
    " & ": [" | "], " | ": [" & "], " << ": [" >> "], " >> ": [" << "], " += ": [" -= "], " -= ": [" += "],
    " |= ": [" &= "], " &= ": [" |= "], "++": ["--"], "--": ["++"],
}
HIDDEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')


def mutations(line):
    """The line, changed in one place, in every way known here."""
    code = HIDDEN.sub(lambda match: "\0" * len(match.group()), line)
    found = []

    def put(start, end, text):
        found.append(line[:start] + text + line[end:])

    for operator, others in OPERATORS.items():
        for match in re.finditer(re.escape(operator), code):
            for other in others:
                put(*match.span(), other)
    for match in re.finditer(r"(?<![\w.\"])\d+(?![\w.])", code):
        put(*match.span(), str(int(match.group()) + 1))
        if int(match.group()):
            put(*match.span(), str(int(match.group()) - 1))
    for match in re.finditer(r"\b(?:if|while) \((.*)\)(?= [^()]*[{;]$)", code):
        if match.group(1).count("(") == match.group(1).count(")") and ") " not in match.group(1):
            put(match.start(1), match.end(1), f"!({line[match.start(1):match.end(1)]})")
    for match in re.finditer(r"(?<=[ (])!(?=[\w(])", code):
        put(*match.span(), "")
    match = re.fullmatch(r"(\s+)((?!return|break|continue|goto|case|default|else|if|while|for|do\b)[\w(][^{}]*);", code)
    if match and (re.match(r"[\w.>\-\[\]]+\(|\(void\)", match.group(2)) or re.match(r"\S+ ([-+|&*]?=) ", match.group(2))
                  or match.group(2).endswith(("++", "--"))):
        put(match.start(2), match.end(2), "")
    match = re.search(r"\breturn ([^;]+);", code)
    if match:
        for other in ("0", "1"):
            if line[match.start(1):match.end(1)] not in ((other, "NULL", "CUCORE_OK") if other == "0" else (other,)):
                put(*match.span(1), other)
    return [text for text in found if text != line]


def candidates(coverage, only):
    """[(header, line number, line, changed line, compilations that execute it)]"""
    found = []
    for name in HEADERS:
        if only and name not in only:
            continue
        lines = (ROOT / name).read_text().splitlines()
        begin = next(n for n, line in enumerate(lines, 1) if line.startswith("#if defined(CUCORE_IMPLEMENTATION)"))
        for number, ran_by in coverage[name]["ran_by"].items():
            number = int(number)
            if number > begin:
                found += [(name, number, lines[number - 1], text, ran_by) for text in mutations(lines[number - 1])]
    return found


def choose(found, count, seed):
    """One of a line at most, and of each header as many as its share of lines."""
    random.Random(seed).shuffle(found)
    chosen, lines = [], set()
    for mutant in found:
        if len(chosen) == count:
            break
        if mutant[:2] not in lines:
            lines.add(mutant[:2])
            chosen.append(mutant)
    return chosen


class Bench:
    """A folder with headers of its own, and all else that make needs: a new one, or a copy of one where everything is built."""

    def __init__(self, folder, arguments, built=None):
        self.folder, self.arguments, self.build = folder, arguments, folder / "build"
        shutil.rmtree(folder, ignore_errors=True)
        if built:
            shutil.copytree(built.folder, folder, symlinks=True)
            return
        folder.mkdir(parents=True)
        for name in ("src", "Makefile", "make", "requirements.txt"):
            (folder / name).symlink_to(ROOT / name)
        for name in ("tests", "examples"):  # copies: some include ../../cucore.h, which a link would lead back to ours
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        for name in HEADERS:
            shutil.copy(ROOT / name, folder)

    def put(self, name, text):
        (self.folder / name).write_text(text)

    def make(self, targets):
        suffix = self.arguments.suffix
        paths = [f"{self.build}/{target}{suffix if target.startswith(('python/', 'examples/')) else ''}" for target in targets]
        compiler = ["CC=clang"] if shutil.which("clang") else []  # without optimisation it takes half the time of gcc
        return subprocess.run(["make", "-s", f"-j{run.CORES}", *compiler, f"BUILD={self.build}", f"VENV={self.arguments.venv}", "CFLAGS=-O0", "WARNINGS=-w",
                               "TRAP=", "FUZZ_ENGINE=standalone", "FUZZ_LINK=-no-pie -Wl,--unresolved-symbols=ignore-all", *paths], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).returncode == 0

    def test(self, suite, timeout):
        """"passed", "failed" or "timeout"."""
        name = "python, arrays" if suite in (QUICK, "python") else suite
        command, environment = next(found[1:3] for found in run.suites(self.build, self.build / "fuzz", None) if found[0] == name)
        if "pytest" in command:
            command = command + ["-x"]
        if suite in (QUICK, "python"):  # of which run.py makes several suites
            command = [part for part in command if not part.startswith("tests/python/")]
        if suite == "python":
            command += ["tests/python", *(f"--ignore=tests/python/test_{name}.py" for name in BLIND)]
        if suite == QUICK:
            command += ["-k", f"not ({SLOW})"] + [f"tests/python/test_{name}.py" for name in QUICK_FILES]

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        process = subprocess.Popen(command, cwd=ROOT, env={**environment, "HYPOTHESIS_DATABASE_FILE": str(self.folder),
                                                                        "CUCORE_HOSTILE_SEEDS": HOSTILE_SEEDS},
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit,
                                   start_new_session=True)
        try:
            return "failed" if process.wait(timeout) else "passed"
        except subprocess.TimeoutExpired:
            return "timeout"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def judge(bench, mutant, times):
    """(verdict, suite): killed, survived or no build."""
    name, number, line, changed, ran_by = mutant
    original = (ROOT / name).read_text()
    lines = original.splitlines()
    assert lines[number - 1] == line
    lines[number - 1] = changed
    bench.put(name, "\n".join(lines) + "\n")
    tried = []
    try:
        for suite, targets, compilations in SUITES:
            if suite not in times or not any(ran.startswith(one) for one in compilations for ran in ran_by):
                continue
            if not bench.make(targets):
                return "no build", suite
            verdict = bench.test(suite, 4 * times[suite] + 20)
            if verdict != "passed":
                return "killed", f"{suite}: {verdict}"
            tried.append(suite)
    finally:
        bench.put(name, original)
    return "survived" if tried else "no suite", ", ".join(tried)


@functools.lru_cache(None)
def lines_of(name):
    return (ROOT / name).read_text().splitlines()


@functools.lru_cache(None)
def function_of(name, number):
    """The function that the line stands in."""
    for line in reversed(lines_of(name)[:number]):
        match = re.match(r"[A-Za-z].*?\b(cucore_\w+)\(", line)
        if match:
            return match.group(1)
    return ""


def key_of(mutant):
    """The same as long as the function and the line stay, wherever they stand."""
    name, number, line, changed, _ = mutant
    return f"{name}:{function_of(name, number)}: {line.strip()} -> {changed.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coverage", type=pathlib.Path, required=True, help="what make coverage left")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--venv", default="")
    parser.add_argument("--suffix", required=True, help="of modules of Python")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", help="headers")
    parser.add_argument("--suites", help="the suites to use, a semicolon between names; all")
    parser.add_argument("--again", action="store_true", help="only those that survived, after new tests")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=1e9, help="start no mutant after that")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    names = [name for name, _, _ in SUITES if not arguments.suites or name in arguments.suites.split(";")]
    deadline = time.time() + 60 * arguments.minutes
    coverage = json.loads(arguments.coverage.read_text())
    kept = build / "results.json"
    results = json.loads(kept.read_text()) if kept.is_file() else {}

    benches = queue.Queue()
    times, first = {}, Bench(build / "bench0", arguments)
    if not first.make(["fake/libcuda.so.1", *dict.fromkeys(target for suite, targets, _ in SUITES if suite in names for target in targets)]):
        sys.exit("the suites do not build as they are")
    run.CORES = max(1, run.CORES // arguments.jobs)
    for suite in names:
        start = time.time()
        if first.test(suite, 1200) != "passed":
            sys.exit(f"{suite} fails as it is")
        times[suite] = time.time() - start
        print(f"{suite}: {times[suite]:.1f} s", flush=True)
    for bench in [first, *(Bench(build / f"bench{n}", arguments, first) for n in range(1, arguments.jobs))]:
        benches.put(bench)

    found = candidates(coverage, arguments.only)
    if arguments.again:
        chosen = [mutant for mutant in found if results.get(key_of(mutant), {}).get("verdict") == "survived"]
    else:
        chosen = choose(found, arguments.count, arguments.seed)
    lock = threading.Lock()

    def one(mutant):
        name, number, line, changed, _ = mutant
        key = key_of(mutant)
        if key in results and not (arguments.again and results[key]["verdict"] == "survived"):
            return
        if time.time() > deadline:
            return
        bench = benches.get()
        try:
            verdict, suite = judge(bench, mutant, times)
        finally:
            benches.put(bench)
        with lock:
            results[key] = {"file": name, "line": number, "function": function_of(name, number), "original": line.strip(),
                            "mutated": changed.strip(), "verdict": verdict, "suite": suite}
            kept.write_text(json.dumps(results, indent=1))
            if verdict in ("survived", "no suite"):
                print(f"{verdict}: {name}:{number}: {function_of(name, number)}\n    {line.strip()}\n    {changed.strip()}\n    {suite}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(one, chosen))
    survivors = [result for result in results.values() if result["verdict"] == "survived"]
    (build.parent / "mutation.json").write_text(json.dumps(survivors, indent=1))
    counts = {verdict: sum(result["verdict"] == verdict for result in results.values())
              for verdict in ("killed", "survived", "no build", "no suite")}
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
