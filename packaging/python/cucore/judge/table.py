"""The table of checks."""
from __future__ import annotations

from typing import Any, Callable, NamedTuple

CHECKS: dict[str, Check] = {}


class Check(NamedTuple):
    """A rule as something to try.

    name      the rule of docs/dev/protocols.md, a dash, a word: D30-no-deleter
    needs     the features that the library must have: names of subject.FEATURES
    source    who demands it
    expected  what holds if the rule is kept
    cases     the variants, each tried in a process of its own
    must      1 if an exception of the library is a fault in itself, else its reason is shown and the verdict is "cannot be told"
    leaves    1 if it is about the end of the process: it runs in an interpreter of its own
    """
    name: str
    needs: tuple[str, ...]
    source: str
    expected: str
    cases: tuple[str, ...]
    must: bool
    leaves: bool
    function: Callable[[Any, str], None]

    @property
    def rule(self) -> str:
        return self.name.split("-")[0]

    @property
    def role(self) -> str:
        return "consumer" if self.needs[0].startswith("take") else "producer"


def check(name: str, needs: str, source: str, expected: str, cases: tuple[str, ...] = ("",), must: bool = False, leaves: bool = False) -> Callable[..., Any]:
    """Adds a function to the table; `needs` has words."""
    def add(function: Callable[[Any, str], None]) -> Callable[[Any, str], None]:
        assert name not in CHECKS, name
        CHECKS[name] = Check(name, tuple(needs.split()), source, expected, cases, must, leaves, function)
        return function
    return add
