"""The table of checks."""
from __future__ import annotations

import ast
import inspect
import pathlib
import textwrap
from typing import Any, Callable, Iterator, NamedTuple

CHECKS: dict[str, Check] = {}
_PARTS = pathlib.Path(__file__).with_name("parts.py")


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


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _defined(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
    return {alias.asname or alias.name.split(".")[0] for alias in node.names} if isinstance(node, ast.Import) else set()


def _needed(text: str, wanted: set[str]) -> Iterator[str]:
    """The statements of a module that define these names, and what they use, in the order of the module."""
    body = [node for node in ast.parse(text).body if _defined(node) and not any(isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
            and each.func.id == "check" for each in getattr(node, "decorator_list", []))]
    chosen: set[int] = set()
    while True:
        more = {i for i, node in enumerate(body) if _defined(node) & wanted} - chosen
        if not more:
            break
        chosen |= more
        wanted |= set().union(*(_names(body[i]) for i in more))
    lines = text.splitlines()
    for i in sorted(chosen):
        first = min([body[i].lineno] + [each.lineno for each in getattr(body[i], "decorator_list", [])])
        yield "\n".join(lines[first - 1:body[i].end_lineno])


def program(chosen: Check, case: str, setup: str, templates: dict[str, str]) -> str:
    """The check as a program without cucore: it ends with an AssertionError, another exception or a crash if the rule is broken."""
    source = textwrap.dedent(inspect.getsource(chosen.function))
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.FunctionDef)
    used = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "lib"]
    rules = inspect.getsource(inspect.getmodule(chosen.function))  # type: ignore[arg-type]
    body = "\n".join(source.splitlines()[tree.body[0].lineno - 1:])
    wanted = _names(ast.Module(tree.body, [])) | {"threading"} - {"lib", "case"}
    own = list(_needed(rules, wanted - {"lib", "case"}))
    wanted |= set().union(set(), *(_names(ast.parse(text)) for text in own))
    parts = list(_needed(_PARTS.read_text(encoding="utf-8"), wanted))
    imports = sorted({line for line in [*parts, *own] if line.startswith("import ")})
    pieces = [text for text in [*parts, *own] if text not in imports]
    lib = "\n".join([f"    {name} = staticmethod({templates.get(name, 'lambda *more: None')})" for name in dict.fromkeys(used)] or ["    pass"])
    return "\n".join([f"# {chosen.name}{f' [{case}]' if case else ''}: {chosen.expected} ({chosen.source})", *imports, setup, "", *_spaced(pieces),
                      "", "class lib:", lib, "", f"def check(case):\n{body}", "", f"check({case!r})", ""])


def _spaced(pieces: list[str]) -> Iterator[str]:
    for piece in pieces:
        yield f"\n{piece}" if piece.startswith(("def ", "class ", "@")) else piece
