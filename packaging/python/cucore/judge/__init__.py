"""A judge of the protocols: goes through the rules by which array libraries exchange memory, on any library.

    python -m cucore judge torch                     a module; also numpy.zeros, package.Type, package.object, FILE.py:name
    python -m cucore judge torch --rule D30          only this rule; also --only producer, --only consumer
    python -m cucore judge torch --program D30-no-deleter      prints a program that shows it without cucore

In tests, with the fixture of cucore.judge.plugin:

    pytest_plugins = ["cucore.judge.plugin"]
    def test_protocols(judge):
        judge("mylibrary", known=["P8-empty-data"])

The rules and their sources are in docs/dev/protocols.md of cucore. Only Python and ctypes are needed.
"""
from __future__ import annotations

import argparse
import os
import subprocess
import sys
from typing import Iterable

from .report import Report, read

__all__ = ["Report", "judge"]


def judge(target: str, *, known: Iterable[str] = (), only: str = "", rules: Iterable[str] = (), takes: str = "", timeout: float = 600.0) -> Report:
    """Judges a module, function, type or object in a process of its own.

    `known` names the checks, cases ("D25-once [legacy]") or rules ("P8") that the library declares as broken. `only` is "producer" or "consumer".
    `takes` names a function that makes an array of another library's. Raises RuntimeError if the target cannot be found or looked at.
    """
    command = [sys.executable, "-m", "cucore", "judge", target, "--json", "--takes", takes, "--only", only, *(f"--known={each}" for each in known),
               *(f"--rule={each}" for each in rules)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    if done.returncode not in (0, 1) or not done.stdout:
        raise RuntimeError(f"judge {target}: {done.stderr.strip() or done.returncode}")
    return read(done.stdout)


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of `python -m cucore judge`."""
    command.add_argument("target", metavar="TARGET", help="a module, module.name or FILE.py:name: a library, or what makes an array: name(shape, dtype), name(shape), name(), or an array")
    command.add_argument("--takes", metavar="NAME", default="", help="module.name or FILE.py:name that makes an array of an object with __dlpack__")
    command.add_argument("--only", choices=("producer", "consumer", ""), default="", help="what it exports, or what it takes")
    command.add_argument("--rule", action="append", default=[], metavar="RULE", help="only this rule (D30) or check (D30-no-deleter); may be repeated")
    command.add_argument("--known", action="append", default=[], metavar="RULE", help="a rule, check or case that is known to be broken: no reason to end with 1; may be repeated")
    command.add_argument("--json", action="store_true", help="all rows as JSON")
    command.add_argument("--all", action="store_true", help="all rows, not only the broken ones")
    command.add_argument("--program", metavar="CHECK", help="print the program of a check, or of a case: 'D25-once [legacy]'")


def run(options: argparse.Namespace) -> int:
    """go through the rules of DLPack, buffers and the array interfaces on a library; ends with 1 if it breaks one that is not --known"""
    from . import program, runner, subject, table
    try:
        found = subject.Subject(options.target, options.takes)
        reason = runner.look(found)
    except subject.NotFound as error:
        print(f"cucore: {error}", file=sys.stderr)
        return 2
    if options.program is not None:
        name, _, case = options.program.partition(" [")
        if name not in table.CHECKS:
            print(f"cucore: there is no check {name!r}: " + " ".join(table.CHECKS), file=sys.stderr)
            return 2
        check = table.CHECKS[name]
        case = case.rstrip("]") or check.cases[0]
        if case not in check.cases:
            print(f"cucore: {name} has no case {case!r}: {', '.join(check.cases)}", file=sys.stderr)
            return 2
        print(program.program(check, case, found.setup, found.templates), end="")
        return 0
    if not runner.chosen(options.only, options.rule):
        print(f"cucore: there is no rule {', '.join(options.rule)}: " + " ".join(table.CHECKS), file=sys.stderr)
        return 2
    if not found.features & {"export", "table", "buffer", "interface", "cuda"} and not reason:
        reason = "what it makes speaks no protocol"
    if reason and not any(each.startswith("take") for each in found.features):
        print(f"cucore: {options.target} makes no array here: {reason}", file=sys.stderr)
        return 2
    rows = list(runner.rows(found, options.only, options.rule))
    report = Report(options.target, found.version, runner.environment(), sorted(found.features), rows, tuple(options.known))
    print(report.json() if options.json else report.text(options.all), end="")
    return 1 if report.broken else 0
