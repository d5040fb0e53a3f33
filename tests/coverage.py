"""Which lines and branches of the headers the suites run: `make coverage` builds everything with gcc --coverage and calls this.

    coverage.py --build build/coverage              runs the suites, then reports
    coverage.py --build build/coverage --report     reports what earlier runs left

Every program, module and library of the tests compiles the headers anew, some with other macros.  A line counts as run if
any of them runs it.  A branch counts as taken if any of them takes it; gcov numbers the branches of a line, so those of two
compilations are laid over each other where a line of a function has equally many of them in both, and where it has not,
the compilation that takes most of its own counts.

What cannot be reached is marked in src/, at the end of its line, with the reason:

    if (cucore__count(n, &size)) return CUCORE_ERROR_OVERFLOW; /* unreachable: the caller checked n */

The mark holds for a line that never runs, for the branches of a line that runs but never takes them all, and, where the line
ends with an opening brace, for the whole block.  A mark without a reason is an error; so is one on something that is
reached, so that no mark outlives its reason.  Marked lines and branches are left out of the percentages.

The figures also go to coverage.json, which tests/mutate.py reads: for each line that runs, which programs run it.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import run

LINES, BRANCHES = 99.5, 95.0  # percent of the unmarked ones, over all headers; less fails

ROOT = run.ROOT
HEADERS = [path.name for path in sorted(ROOT.glob("cucore*.h"))]
FLAGS = ["--coverage", "-O0", "-g", "-fprofile-update=atomic", "-fprofile-abs-path",
         "-fno-sanitize=all",  # checks of sanitizers are branches that no one wrote
         "-Dalways_inline=unused"]  # else gcov has the branches of an inline function once for each of its callers
SKIPPED = ("headers", "gpu")  # nothing of theirs is built for coverage
MARK = re.compile(r"/\* unreachable:?(.*?)\*/")


def run_suites(build, fuzzers, only):
    """As many at a time as there are cores; gcov locks the files of its counts.  True if all pass."""
    for counts in build.rglob("*.gcda"):
        counts.unlink()
    shutil.rmtree(build / "modules", ignore_errors=True)
    (build / "modules").mkdir()
    compilers = {}  # for what tests compile themselves
    for name, usual in (("CC", "gcc"), ("CXX", "g++")):
        real, script = shutil.which(os.environ.get(name) or usual), build / name.lower()
        if real:
            script.write_text(f'#!/bin/sh\nexec {real} "$@" {" ".join(FLAGS)} -dumpdir {build}/modules/\n')
            script.chmod(0o755)
            compilers[name] = str(script)

    def one(suite):
        name, command, environment = suite[:3]
        done = subprocess.run(command, cwd=ROOT, env={**environment, **compilers}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace")
        (build / "logs" / f"{name}.txt").write_text(done.stdout)
        passed, failed, skipped = run.counts_of(done.stdout)
        good = done.returncode == 0 and not failed and passed + skipped > 0
        print(f"{name}: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
        if not good:
            print(done.stdout[-6000:] + f"{name}: ended with status {done.returncode}", flush=True)
        return good

    (build / "logs").mkdir(exist_ok=True)
    suites = [suite for suite in run.suites(build, fuzzers, None) if suite[0] not in SKIPPED and (not only or only in suite[0])]
    with concurrent.futures.ThreadPoolExecutor(run.CORES) as pool:
        return all(list(pool.map(one, sorted(suites, key=lambda suite: -suite.seconds))))


class Header:
    """The counts of one header, over all compilations of it."""

    def __init__(self):
        self.lines = {}  # number: how often it ran
        self.functions = {}  # number: the function it stands in
        self.ran_by = collections.defaultdict(set)  # number: names of the compilations that ran it
        self.branches = collections.defaultdict(dict)  # (number, where the function begins): {how many: [how often each]}

    def add(self, name, line, begins, known=()):
        """begins: {function: its first line}.  What begins at one line is one function, whatever the prefix of a compilation,
        and whatever a template was made for.  known: of these lines other branches than those seen so far are left out."""
        number, count, function = line["line_number"], line["count"], line.get("function_name", "")
        self.lines[number] = self.lines.get(number, 0) + count
        self.functions.setdefault(number, function)
        if count:
            self.ran_by[number].add(name)
        counts = []
        for branch in line["branches"]:
            if branch["throw"]:
                counts.pop()  # a call in C++, which comes back or throws: none in C
            else:
                counts.append(branch["count"])
        key = number, begins.get(function)
        if counts and (number not in known or len(counts) in self.branches.get(key, ())):
            same = self.branches[key].setdefault(len(counts), [0] * len(counts))
            same[:] = [a + b for a, b in zip(same, counts)]

    def branches_of_lines(self):
        """{number: [how often each branch was taken]}"""
        out = collections.defaultdict(list)
        for (number, _), ways in sorted(self.branches.items(), key=lambda item: item[0][0]):
            out[number] += max(ways.values(), key=lambda counts: (sum(map(bool, counts)) / len(counts), len(counts)))
        return out


def gcov(notes):
    return subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", notes.name], cwd=notes.parent,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def read_counts(build):
    headers = {name: Header() for name in HEADERS}
    later, compiled = [], sorted(build.rglob("*.gcno"))
    with concurrent.futures.ThreadPoolExecutor(run.CORES) as pool:
        ran = list(pool.map(gcov, compiled))
    for notes, done in zip(compiled, ran):
        if done.returncode:
            sys.exit(f"gcov {notes}: {done.stderr}")
        name = str(notes.relative_to(build).with_suffix(""))
        for text in done.stdout.splitlines():
            files = {pathlib.Path(file["file"]): file for file in json.loads(text)["files"]}
            is_cpp = any(path.suffix in (".cpp", ".cu", ".hpp") for path in files)
            for path, file in files.items():
                if path.name in headers:
                    begins = {function["name"]: function["start_line"] for function in file["functions"]}
                    if is_cpp:
                        later.append((name, path.name, file["lines"], begins))
                        continue
                    for line in file["lines"]:
                        headers[path.name].add(name, line, begins)
    # C++ gives the lines of a long statement, and their branches, otherwise: of what C has, it only says what ran.
    known = {name: set(header.lines) for name, header in headers.items()}
    for name, header, lines, begins in later:
        for line in lines:
            if line["line_number"] in known[header] or header == "cucore_kernel.h":
                headers[header].add(name, line, begins, known[header])
    return headers


def marks_of(text):
    """[(first line, last line, reason)] of the marks; a reason may be empty."""
    found = []
    lines = text.splitlines()
    for first, line in enumerate(lines, 1):
        mark = MARK.search(line)
        if not mark:
            continue
        last = first
        if line[:mark.start()].rstrip().endswith("{"):
            indent = re.match(r"\s*", line).group()
            last = next(n for n in range(first + 1, len(lines) + 1) if lines[n - 1].startswith(indent + "}"))
        found.append((first, last, mark.group(1).strip()))
    return found


def report(build):
    headers = read_counts(build)
    problems, details, table, out = [], [], [], {}
    total = [0] * 6
    for name, header in headers.items():
        branches = header.branches_of_lines()
        text = (ROOT / name).read_text()
        source = [""] + text.splitlines()
        marked = set()
        for first, last, reason in marks_of(text):
            if not reason:
                problems.append(f"{name}:{first}: a mark without a reason")
            block = range(first, last + 1)
            ran = [n for n in block if header.lines.get(n)]
            if last > first:
                ran = [n for n in ran if first < n < last]
                reached = bool(ran)
            else:
                reached = bool(ran) and all(branches.get(first, []))
            if reached:
                problems.append(f"{name}:{ran[0]}: marked as unreachable, and reached")
            if not any(n in header.lines for n in block):
                problems.append(f"{name}:{first}: a mark where there is no code")
            marked.update(block)
        missed = [n for n, count in sorted(header.lines.items()) if not count and n not in marked]
        missed_branches = [n for n in sorted(branches) if header.lines.get(n) and not all(branches[n]) and n not in marked]
        details += [f"{name}:{n}: {header.functions[n]}: not run: {source[n].strip()}" for n in missed]
        details += [f"{name}:{n}: {header.functions[n]}: branch {', '.join(str(i) for i, count in enumerate(branches[n]) if not count)}"
                    f" of {len(branches[n])}: {source[n].strip()}" for n in missed_branches]
        lines = [n for n in header.lines if n not in marked]
        ways = [count for n, counts in branches.items() for count in counts if n not in marked]
        row = [len(lines), len(lines) - len(missed), sum(n in header.lines for n in marked),
               len(ways), sum(map(bool, ways)), sum(len(branches.get(n, [])) for n in marked)]
        total = [a + b for a, b in zip(total, row)]
        table.append((name, row))
        out[name] = {"ran_by": {str(n): sorted(names) for n, names in sorted(header.ran_by.items())},
                     "lines": header.lines, "branches": branches}
    (build / "coverage.json").write_text(json.dumps(out))
    print("\n".join(details))

    def percent(part, whole):
        return 100.0 * part / whole if whole else 100.0

    print(f"\n{'':18}{'lines':>7}{'run':>7}{'%':>8}{'marked':>8}{'branches':>10}{'taken':>7}{'%':>8}{'marked':>8}")
    for name, (lines, ran, lines_marked, ways, taken, ways_marked) in table + [("all", total)]:
        print(f"{name:18}{lines:7}{ran:7}{percent(ran, lines):8.2f}{lines_marked:8}"
              f"{ways:10}{taken:7}{percent(taken, ways):8.2f}{ways_marked:8}")
    if percent(total[1], total[0]) < LINES:
        problems.append(f"less than {LINES}% of the lines run")
    if percent(total[4], total[3]) < BRANCHES:
        problems.append(f"less than {BRANCHES}% of the branches are taken")
    for problem in problems:
        print(problem)
    return not problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder that make coverage built into")
    parser.add_argument("--fuzz", type=pathlib.Path, help="folder that the fuzzers were built into; fuzz in that of --build")
    parser.add_argument("--report", action="store_true", help="run nothing: report what is there")
    parser.add_argument("--only", help="run the suites whose name contains this")
    options = parser.parse_args()
    build = options.build.resolve()
    good = options.report or run_suites(build, (options.fuzz or build / "fuzz").resolve(), options.only)
    return 0 if report(build) and good else 1


if __name__ == "__main__":
    sys.exit(main())
