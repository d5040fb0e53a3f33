"""Runs checks, each in a process of its own, and judges what happens there.

The library is imported once; the cases of a check run in a fork of that process, where there is fork, else each as its program in a new
interpreter. A crash, an abort or a hang ends the case, and nothing else: the cases after it run in another fork.
"""
from __future__ import annotations

import faulthandler
import gc
import json
import os
import platform
import re
import select
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from typing import Any, Callable, Iterable, Iterator, NamedTuple

from . import parts, program, rules_export, rules_import  # noqa: F401
from .subject import Subject, has_gpu
from .table import CHECKS, Check

KEEPS, BREAKS, NOT_OFFERED, UNKNOWN = "keeps", "breaks", "does not offer", "cannot be told"
TIMEOUT = 20.0  # seconds for a case
HUNG = -1000


class Row(NamedTuple):
    """One case of a check, and what was seen."""
    name: str
    case: str
    role: str
    verdict: str
    seen: str

    @property
    def label(self) -> str:
        return f"{self.name} [{self.case}]" if self.case else self.name


class Lib:
    """What checks call: the library's own words.  What makes an array that the library has not is no fault."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def __getattr__(self, name: str) -> Any:
        if name not in self._subject.templates:
            raise parts.NotOffered(f"the judge has no words for {name}")
        function = self._subject.function(name)
        if name in ("values", "write") or name.startswith("take"):
            return function

        def make(*arguments: Any) -> Any:
            try:
                made = function(*arguments)
            except Exception as error:
                told = parts.told(error)
                lacks = isinstance(error, MemoryError) or re.search("out.?of.?memory|RESOURCE_EXHAUSTED", told, re.IGNORECASE)
                raise (parts.Unknown if lacks else parts.NotOffered)(f"{name} fails: {told}") from None
            if made is None:
                raise parts.NotOffered("there is no such array")
            return made
        return make


def missing(check: Check, case: str, features: set[str]) -> str:
    """The feature that a case needs and the library lacks; "" if there is none."""
    kind = {word for word in re.split(r"[ ,]+", case) if word in ("legacy", "versioned")} if check.role == "consumer" else set()
    return next((each for each in (*check.needs, *sorted(kind)) if each not in features), "")


def judged(check: Check, lib: Lib, case: str) -> tuple[str, str]:
    """Runs a case here; the verdict and what was seen."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check.function(lib, case)
    except AssertionError as error:
        return BREAKS, str(error) or "the condition is false"
    except parts.NotOffered as error:
        return NOT_OFFERED, str(error)
    except parts.Unknown as error:
        return UNKNOWN, str(error)
    except BufferError as error:
        return (BREAKS if check.must else NOT_OFFERED), parts.told(error)
    except Exception as error:
        return (BREAKS if check.must else UNKNOWN), parts.told(error)
    return KEEPS, ""


def _crash(status: int, text: str) -> tuple[str, str]:
    """The verdict of a process that ended by itself."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("  ", "Current thread", "Thread", "Extension modules"))]
    last = f": {lines[-1][:200]}" if lines else ""
    if status < 0:
        try:
            return BREAKS, f"crash by {signal.Signals(-status).name}{last}"
        except ValueError:
            return BREAKS, f"crash by signal {-status}{last}"
    return BREAKS, f"the process ends with {status}{last}"


class Child:
    """A fork that does some work, and what it reports: a line of JSON at a time."""

    def __init__(self, work: Callable[[Callable[[Any], None]], None]) -> None:
        self.output = tempfile.TemporaryFile()
        self.end, write = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.id = os.fork()
        if self.id == 0:
            try:
                faulthandler.disable()
                gc.freeze()  # the checks collect often
                os.dup2(self.output.fileno(), 1)
                os.dup2(self.output.fileno(), 2)
                work(lambda found: os.write(write, json.dumps(found).encode() + b"\n"))
            except BaseException:
                traceback.print_exc()
                sys.stderr.flush()
                os._exit(70)
            os._exit(0)
        os.close(write)
        self.data = b""

    def results(self, patience: float = TIMEOUT) -> tuple[list[Any], int, str]:
        """What it reported; its status, HUNG if a report took too long; what it wrote."""
        while True:
            ready, _, _ = select.select([self.end], [], [], patience)
            data = os.read(self.end, 65536) if ready else b""
            if data:
                self.data += data
                continue
            if not ready:
                os.kill(self.id, signal.SIGKILL)
            found = os.waitpid(self.id, 0)[1]
            status = HUNG if not ready else -os.WTERMSIG(found) if os.WIFSIGNALED(found) else os.WEXITSTATUS(found)
            break
        os.close(self.end)
        with self.output:
            self.output.seek(0)
            text = self.output.read().decode(errors="replace")
        return [json.loads(line) for line in self.data.splitlines()], status, text


class Cases:
    """Some cases of a check in a fork; those after one that crashes are run in another one."""

    def __init__(self, check: Check, lib: Lib, cases: list[str]) -> None:
        self.check, self.lib, self.cases = check, lib, cases
        self.child = self.start(cases)

    def start(self, cases: list[str]) -> Child:
        def work(report: Callable[[Any], None]) -> None:
            for case in cases:
                report(judged(self.check, self.lib, case))
        return Child(work)

    def verdicts(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        patience = TIMEOUT
        while True:
            more, status, text = self.child.results(patience)
            found += [(verdict, seen) for verdict, seen in more]
            if len(found) == len(self.cases):
                return found
            found.append((BREAKS, f"no end after {patience:.0f} s") if status == HUNG else _crash(status, text))
            if status == HUNG:
                patience = TIMEOUT / 4  # its other cases are likely to hang as well
            if len(found) == len(self.cases):
                return found
            self.child = self.start(self.cases[len(found):])


def by_program(text: str) -> tuple[str, str]:
    """Runs a program in an interpreter of its own."""
    try:
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, errors="replace", timeout=3 * TIMEOUT,
                              env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    except subprocess.TimeoutExpired:
        return BREAKS, f"no end after {3 * TIMEOUT:.0f} s"
    if done.returncode == 0:
        return KEEPS, ""
    last = ([line for line in done.stderr.splitlines() if re.match(r"[\w.]+(: |$)", line)] or [""])[-1]
    name, _, said = last.rpartition("__main__.")[2].partition(": ")
    if done.returncode == 1 and name in ("AssertionError", "NotOffered", "Unknown", "BufferError"):
        return {"AssertionError": BREAKS, "Unknown": UNKNOWN}.get(name, NOT_OFFERED), said or "the condition is false"
    if done.returncode == 1 and name:
        return UNKNOWN, last[:200]
    return _crash(done.returncode, done.stderr)


def look(subject: Subject) -> str:
    """Finds out what a subject has; why it has no array, if that is so."""
    found = _elsewhere(subject.look)
    subject.templates, subject.features = found["templates"], set(found["features"])
    return str(found["reason"])


def _elsewhere(work: Callable[[], Any]) -> Any:
    """The result of a function that runs in a fork: what it starts, threads or a driver, is not in this process."""
    if not hasattr(os, "fork"):
        return work()
    found, status, text = Child(lambda report: report(work())).results()
    if not found:
        raise RuntimeError(f"{work.__qualname__} ends with {status}: {text[-500:]}")
    return found[0]


def chosen(only: str = "", rules: Iterable[str] = ()) -> list[Check]:
    """The checks of a role, and of rules: names, or all of a rule."""
    rules = list(rules)
    return [each for each in CHECKS.values() if only in ("", each.role)
            and (not rules or any(rule in (each.name, each.rule) or each.name.startswith(f"{rule}-") for rule in rules))]


def rows(subject: Subject, only: str = "", rules: Iterable[str] = ()) -> Iterator[Row]:
    """Judges a subject that look() has seen, case by case; two processes run at a time."""
    gpu, lib = _elsewhere(has_gpu), Lib(subject)
    waiting: list[tuple[Check, dict[str, tuple[str, str]], Cases | None]] = []

    def finish() -> Iterator[Row]:
        check, found, cases = waiting.pop(0)
        if cases:
            found.update(zip(cases.cases, cases.verdicts()))
        for case in check.cases:
            yield Row(check.name, case, check.role, *found[case])
    for check in chosen(only, rules):
        found: dict[str, tuple[str, str]] = {}
        for case in check.cases:
            lack = missing(check, case, subject.features)
            if lack == "cuda" and not gpu:
                found[case] = UNKNOWN if {"cuda_array", "cuda_stream"} & set(subject.templates) else NOT_OFFERED, "no GPU"
            elif lack:
                found[case] = NOT_OFFERED, f"no {lack}"
            elif check.leaves or not hasattr(os, "fork"):
                found[case] = by_program(program.program(check, case, subject.setup, subject.templates, guards=True))
        left = [case for case in check.cases if case not in found]
        waiting.append((check, found, Cases(check, lib, left) if left else None))
        while len(waiting) > 1:
            yield from finish()
    while waiting:
        yield from finish()


def environment() -> str:
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
