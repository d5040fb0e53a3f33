"""Makes the program of a check: its source with the parts that it uses, in which the case and the library's words are put in place of names.

What a case does not use is left out: branches, parameters that have one value, attributes that nobody reads, functions that nobody calls.
"""
from __future__ import annotations

import ast
import collections
import copy
import functools
import inspect
import itertools
import pathlib
import textwrap
from typing import Any, Callable, Iterator

from . import table

_PARTS = pathlib.Path(__file__).with_name("parts.py")
_METHODS = {"split", "rsplit", "partition", "rpartition", "startswith", "endswith", "get", "items", "replace", "values"}
_FUNCTIONS: dict[str, Callable[..., Any]] = {"len": len, "int": int, "bool": bool, "tuple": tuple, "sum": sum}
_PURE = (ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.Load, ast.Store, ast.UnaryOp, ast.unaryop, ast.Attribute)


class _NoValue(Exception):
    """An expression has no value before the program runs."""


def _value(node: ast.AST) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError):
        raise _NoValue from None


def _literal(value: Any) -> ast.expr:
    text = repr(value)
    if len(text) > 60 or not isinstance(value, (int, str, bytes, tuple, list, dict, bool, type(None), float)):
        raise _NoValue
    return ast.parse(text, mode="eval").body


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below; as ast.walk in a third of its time."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                left += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and name != "ctx":
                left.append(value)


def _scope(body: list[ast.stmt]) -> Iterator[ast.AST]:
    return (node for each in body for node in _walk(each))


class _Fold(ast.NodeTransformer):
    """Computes what has a value already; `values` are names that have one."""

    def __init__(self, values: dict[str, ast.expr], functions: dict[str, ast.Lambda] | None = None) -> None:
        self.values, self.functions = values, functions or {}

    def visit(self, node: ast.AST) -> Any:
        node = super().visit(node)
        if isinstance(node, (ast.Compare, ast.BinOp, ast.BoolOp, ast.Subscript, ast.Call, ast.UnaryOp)) and not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            try:
                return _literal(self.compute(node))
            except (_NoValue, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
                pass
        return node

    def compute(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Call):
            if node.keywords or isinstance(node.func, ast.Attribute) and ast.unparse(node.func) != "math.prod" and node.func.attr not in _METHODS:
                raise _NoValue
            arguments = [_value(each) for each in node.args]
            if isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
                return _FUNCTIONS[node.func.id](*arguments)
            if ast.unparse(node.func) == "math.prod":
                import math
                return math.prod(*arguments)
            if isinstance(node.func, ast.Attribute):
                return getattr(_value(node.func.value), node.func.attr)(*arguments)
            raise _NoValue
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.expr):
                _value(each)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and _value(node.right) > 64:
            raise _NoValue
        return eval(compile(ast.fix_missing_locations(ast.Expression(copy.deepcopy(node))), "", "eval"), {"__builtins__": {}})

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return node.left if isinstance(node.op, (ast.Add, ast.Sub)) and isinstance(node.right, ast.Constant) and node.right.value == 0 else node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.values[node.id]) if isinstance(node.ctx, ast.Load) and node.id in self.values else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        try:
            return node.body if _value(node.test) else node.orelse
        except _NoValue:
            return node

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        try:
            return node.body if _value(node.test) else node.orelse
        except _NoValue:
            return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        while len(node.values) > 1:
            try:
                first = bool(_value(node.values[0]))
            except _NoValue:
                return node
            if first != isinstance(node.op, ast.And):
                return node.values[0]
            node.values.pop(0)
        return node.values[0]

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """An entry of a display whose other entries have no value."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Dict) and isinstance(node.ctx, ast.Load):
            try:
                key = _value(node.slice)
                return next(value for each, value in zip(node.value.keys, node.value.values) if each is not None and _value(each) == key)
            except (_NoValue, StopIteration):
                pass
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "get" and isinstance(node.func.value, ast.Dict) and node.args:
            entry = ast.Subscript(node.func.value, node.args[0], ast.Load())
            found = self.visit_Subscript(entry)
            try:
                _value(node.args[0])
                if None not in node.func.value.keys:
                    return found if found is not entry else node.args[1] if len(node.args) > 1 else ast.Constant(None)
            except _NoValue:
                pass
        keywords: list[ast.keyword] = []
        for keyword in node.keywords:
            if keyword.arg is None and isinstance(keyword.value, ast.Dict) and all(isinstance(key, ast.Constant) for key in keyword.value.keys):
                keywords = [each for each in keywords if each.arg not in [key.value for key in keyword.value.keys]]
                keywords += [ast.keyword(key.value, value) for key, value in zip(keyword.value.keys, keyword.value.values)]
            else:
                keywords.append(keyword)
        node.keywords, node.args = keywords, self.spread(node.args)
        function = self.functions.get(node.func.id) if isinstance(node.func, ast.Name) else node.func
        if isinstance(function, ast.Lambda) and not node.keywords:
            found = _applied(function, node.args)
            return found if found and (function is node.func or len(ast.unparse(found)) <= 100) else node
        return node

    @staticmethod
    def spread(nodes: list[ast.expr]) -> list[ast.expr]:
        return [each for node in nodes for each in (node.value.elts if isinstance(node, ast.Starred) and isinstance(node.value, (ast.Tuple, ast.List)) else [node])]

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        self.generic_visit(node)
        node.elts = self.spread(node.elts)
        return node

    visit_List = visit_Tuple

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        self.generic_visit(node)
        pairs: dict[str, tuple[Any, ast.expr]] = {}
        for i, (key, value) in enumerate(zip(node.keys, node.values)):
            for each, found in zip(value.keys, value.values) if key is None and isinstance(value, ast.Dict) else [(key, value)]:
                pairs[f"**{i}" if each is None else ast.unparse(each)] = each, found
        node.keys, node.values = [key for key, _ in pairs.values()], [value for _, value in pairs.values()]
        return node

    def visit_For(self, node: ast.For) -> Any:
        """A loop over at most three things is written out."""
        self.generic_visit(node)
        if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Attribute) and node.iter.func.attr == "items" and isinstance(node.iter.func.value, ast.Dict):
            node.iter = ast.Tuple([ast.Tuple([key, value], ast.Load()) for key, value in zip(node.iter.func.value.keys, node.iter.func.value.values)], ast.Load())
        if not isinstance(node.iter, ast.Tuple) or len(node.iter.elts) > 3 or node.orelse or len(node.body) > 1:
            return node
        made: list[ast.stmt] = []
        for each in node.iter.elts:
            names = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
            values = each.elts if isinstance(node.target, ast.Tuple) and isinstance(each, ast.Tuple) else [each]
            if len(names) != len(values):
                return node
            fold = _Fold({name.id: value for name, value in zip(names, values)})
            for statement in node.body:
                found = fold.visit(copy.deepcopy(statement))
                made += found if isinstance(found, list) else [found]
        return made

    def visit_Expr(self, node: ast.Expr) -> Any:
        self.generic_visit(node)
        call = node.value
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "setattr" and isinstance(call.args[1], ast.Constant):
            return ast.Assign([ast.Attribute(call.args[0], call.args[1].value, ast.Store())], call.args[2], lineno=0)
        return None if isinstance(call, ast.Constant) else node  # docstrings

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        target = node.targets[0]
        if isinstance(target, ast.Tuple) and isinstance(node.value, (ast.Tuple, ast.List)) and len(target.elts) == len(node.value.elts) \
                and all(isinstance(each, _PURE) for value in node.value.elts for each in _walk(value)) and not any(isinstance(each, ast.Starred) for each in target.elts):
            return [ast.Assign([name], value, lineno=0) for name, value in zip(target.elts, node.value.elts)]
        return node


def _applied(function: ast.Lambda, arguments: list[ast.expr]) -> ast.expr | None:
    """The body of a lambda with arguments; None if an argument would be computed twice, or not once."""
    names = [each.arg for each in function.args.args]
    if len(names) != len(arguments) or function.args.vararg or any(isinstance(each, ast.Starred) for each in arguments):
        return None
    for name, argument in zip(names, arguments):
        uses = sum(isinstance(node, ast.Name) and node.id == name for node in _walk(function.body))
        if not all(isinstance(each, _PURE) for each in _walk(argument)) and uses != 1:
            return None
    return _Fold(dict(zip(names, arguments))).visit(copy.deepcopy(function.body))


class _Words(ast.NodeTransformer):
    """The library's words in place of lib.word, and what a program says in place of what a check raises."""

    def __init__(self, templates: dict[str, str], guards: bool) -> None:
        self.templates, self.guards = templates, guards

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.value.id != "lib":
            return node
        found = ast.parse(self.templates.get(node.attr, "lambda *more: None"), mode="eval").body
        if isinstance(found, ast.Lambda) and isinstance(found.body, ast.Call) and [ast.unparse(each) for each in found.body.args] == [each.arg for each in found.args.args] \
                and not found.body.keywords and not {each.arg for each in found.args.args} & {each.id for each in _walk(found.body.func) if isinstance(each, ast.Name)}:
            return found.body.func
        return found

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "told":
            node.func.id = "repr"
        return node

    def visit_If(self, node: ast.If) -> Any:
        """What a library does not offer is no part of a program that shows what it breaks."""
        self.generic_visit(node)
        text = ast.unparse(node.body[-1])
        return None if not self.guards and text.startswith(("raise NotOffered", "raise Unknown")) and not node.orelse else node


class _Returns(ast.NodeTransformer):
    """The body of a check is that of a module."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return ast.parse("raise SystemExit").body[0]


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in _walk(tree) if isinstance(node, ast.Name)}


def _defined(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {each.id for target in node.targets for each in _walk(target) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return {alias.asname or alias.name.split(".")[0] for alias in node.names} if isinstance(node, ast.Import) else set()


def _used(body: list[ast.stmt], wanted: set[str]) -> list[ast.stmt]:
    """The statements that define these names, and what they use."""
    chosen: set[int] = set()
    while True:
        more = {i for i, node in enumerate(body) if _defined(node) & wanted} - chosen
        if not more:
            return [body[i] for i in sorted(chosen)]
        chosen |= more
        wanted = wanted.union(*(_names(body[i]) for i in more))


class _Replace(ast.NodeTransformer):
    """Puts an expression in place of a name, or of an attribute of self."""

    def __init__(self, name: str, value: ast.expr) -> None:
        self.name, self.value = name, value

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load) and ast.unparse(node) == self.name:
            return self.value
        return self.generic_visit(node)


def _fixed(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression is a value, a name that has one, or an attribute of ctypes."""
    try:
        _literal(_value(node))
        return not isinstance(node, ast.List)
    except _NoValue:
        return isinstance(node, ast.Name) and node.id in names or isinstance(node, ast.Attribute) and ast.unparse(node).startswith("ctypes.")


def _attributes(module: list[ast.stmt], final: bool) -> None:
    """Puts values in place of attributes that are assigned once, a value, and of constants that are used once."""
    stores: dict[str, list[ast.expr | None]] = {}
    fields = _fields()
    for node in _scope(module):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            stores.setdefault(node.targets[0].attr, []).append(node.value if ast.unparse(node.targets[0].value) == "self" else None)
    values = {name: found[0] for name, found in stores.items() if len(found) == 1 and found[0] and name not in fields and _fixed(found[0], set())}
    known = {"self", "ctypes"}.union(*map(_defined, module)) - {"case"}
    functions = {name: found[0].body for name, found in stores.items() if len(found) == 1 and isinstance(found[0], ast.Lambda) and not found[0].args.args
                 and _names(found[0].body) <= known}
    uses = collections.Counter(node.id for node in _scope(module) if isinstance(node, ast.Name))
    constants = {each.targets[0].id: each.value for each in module if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
                 and final and each.targets[0].id.isupper() and not isinstance(each.value, ast.List) and uses[each.targets[0].id] == 2}

    class Put(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            self.generic_visit(node)
            return copy.deepcopy(values[node.attr]) if isinstance(node.ctx, ast.Load) and node.attr in values else node

        def visit_Call(self, node: ast.Call) -> ast.expr:
            """What is called is a function without arguments that an attribute has: its expression."""
            self.generic_visit(node)
            if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "self" and not node.args and node.func.attr in functions:
                return copy.deepcopy(functions[node.func.attr])
            return node

        def visit_Name(self, node: ast.Name) -> ast.expr:
            return copy.deepcopy(constants[node.id]) if isinstance(node.ctx, ast.Load) and node.id in constants else node
    for each in module:
        Put().visit(each)


class _Known:
    """What a pass can put into any function: tables of values, functions of one expression, names of the module, and what is used once."""

    def __init__(self, outer: list[ast.stmt], main: list[ast.stmt]) -> None:
        uses = [node.id for node in _scope([*outer, *main]) if isinstance(node, ast.Name)]
        uses += [f"self.{node.attr}" for node in _scope([*outer, *main]) if isinstance(node, ast.Attribute)]
        counts = collections.Counter(uses)
        self.once = {name for name in counts if counts[name] == (2 if name.startswith("self.") else 1)}  # assigned and read, or called
        self.names: set[str] = set().union(*map(_defined, outer))
        self.tables = {next(iter(_defined(each))): each.value for each in outer if isinstance(each, ast.Assign) and isinstance(each.value, ast.Dict) and len(_defined(each)) == 1}
        self.functions = {}
        for each in outer:
            if isinstance(each, ast.FunctionDef) and len(each.body) == 1 and isinstance(each.body[0], ast.Return) and each.body[0].value \
                    and not each.args.vararg and not each.args.kwarg and each.name not in _names(each.body[0]) and (each.name in self.once or len(ast.unparse(each.body[0])) < 90):
                self.functions[each.name] = ast.Lambda(each.args, each.body[0].value)


def _propagate(body: list[ast.stmt], known: _Known) -> list[ast.stmt]:
    """Puts values in place of names that are assigned once, a value."""
    counts = collections.Counter(node.id for node in _scope(body) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
    counts.update([node.arg for node in _scope(body) if isinstance(node, ast.arg)] * 2)  # a parameter has many values
    loads = [node.id for node in _scope(body) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    fixed = known.names - set(counts)
    changed = {node.value.id for node in _scope(body) if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.value, ast.Name)
               and (not isinstance(node.ctx, ast.Load) or isinstance(node, ast.Attribute) and node.attr in ("append", "extend", "pop", "update"))}
    values: dict[str, ast.expr] = {}
    for each in body:
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name) and counts[each.targets[0].id] == 1:
            if _fixed(each.value, fixed) and not changed & {each.targets[0].id}:
                values[each.targets[0].id] = each.value
    left = [each for each in body if not (isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name) and each.targets[0].id in values)]

    class Tables(ast.NodeTransformer):
        def visit_Compare(self, node: ast.Compare) -> ast.expr:
            if isinstance(node.comparators[0], ast.Name) and node.comparators[0].id in known.tables and isinstance(node.left, ast.Constant):
                node.comparators[0] = copy.deepcopy(known.tables[node.comparators[0].id])
            return node

        def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
            self.generic_visit(node)
            if isinstance(node.value, ast.Name) and node.value.id in known.tables and isinstance(node.slice, ast.Constant):
                node.value = copy.deepcopy(known.tables[node.value.id])
            return node
    made: list[ast.stmt] = []
    for i, each in enumerate(left):
        before = left[i - 1] if i else None
        if isinstance(each, ast.Assign) and isinstance(before, ast.Assign) and ast.unparse(before.value).startswith(("ctypes.cast(", "ctypes.addressof(")):
            name = ast.unparse(before.targets[0])
            if name in known.once or counts[name] == loads.count(name) == 1 and name in _names(each.value):
                each.value = _Replace(name, before.value).visit(each.value)
                if made and made[-1] is before:
                    made.pop()
        found = _Fold(values, known.functions).visit(Tables().visit(each))
        made += found if isinstance(found, list) else [found] if found else []
        if isinstance(made[-1:] and made[-1], (ast.Raise, ast.Return)):
            break
    return made


def _parameters(module: list[ast.stmt]) -> None:
    """Puts values in place of parameters that have one value in all calls."""
    classes = {each.name: each for each in _scope(module) if isinstance(each, ast.ClassDef)}
    functions = {each.name: each for each in module if isinstance(each, ast.FunctionDef)}

    def constructor(name: str) -> str:
        while name in classes and not any(isinstance(each, ast.FunctionDef) and each.name == "__init__" for each in classes[name].body):
            name = next((base.id for base in classes[name].bases if isinstance(base, ast.Name)), "")
        return name if name in classes else ""
    calls: dict[str, list[ast.Call]] = {}
    called, bases = set(), {id(base) for each in classes.values() for base in each.bases}
    for node in _scope(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called.add(id(node.func))
            calls.setdefault(constructor(node.func.id) or node.func.id, []).append(node)
    loose = {node.id for node in _scope(module) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in called | bases}
    methods = {name: next((each for each in found.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None) for name, found in classes.items()}
    for name, function in [*functions.items(), *methods.items()]:
        if function is None or {name, *(each for each in classes if constructor(each) == name)} & loose or function.args.vararg or name not in calls \
                or any(isinstance(each, ast.Starred) for call in calls[name] for each in call.args):
            continue
        arguments, skip = function.args.args, int(name in methods)
        if function.args.kwarg and all(keyword.arg for call in calls[name] for keyword in call.keywords):
            known = {each.arg for each in arguments}
            more = [[keyword for keyword in call.keywords if keyword.arg not in known] for call in calls[name]]
            if len({tuple(ast.unparse(keyword.value) + str(keyword.arg) for keyword in each) for each in more}) == 1 \
                    and all(_fixed(keyword.value, set()) for keyword in more[0]):
                made = ast.Dict([ast.Constant(keyword.arg) for keyword in more[0]], [keyword.value for keyword in more[0]])
                function.body.insert(0, ast.Assign([ast.Name(function.args.kwarg.arg, ast.Store())], made, lineno=0))
                function.args.kwarg = None
                for call in calls[name]:
                    call.keywords = [keyword for keyword in call.keywords if keyword.arg in known]
        if any(keyword.arg is None for call in calls[name] for keyword in call.keywords):
            continue
        first = len(arguments) - len(function.args.defaults)
        for i in reversed(range(skip, len(arguments))):
            given = [next((keyword.value for keyword in call.keywords if keyword.arg == arguments[i].arg), None) or
                     (call.args[i - skip] if i - skip < len(call.args) else function.args.defaults[i - first] if i >= first else None) for call in calls[name]]
            texts = {ast.unparse(each) if each else None for each in given}
            default = i >= first and texts == {ast.unparse(function.args.defaults[i - first])}
            try:
                if len(texts) != 1 or not default and _value(given[0]) is NotImplemented:
                    continue
            except _NoValue:
                continue
            function.body.insert(0, ast.Assign([ast.Name(arguments[i].arg, ast.Store())], copy.deepcopy(given[0]), lineno=0))
            for call in calls[name]:
                if i - skip < len(call.args):
                    call.args.pop(i - skip)
                call.keywords = [keyword for keyword in call.keywords if keyword.arg != arguments[i].arg]
            if i >= first:
                function.args.defaults.pop(i - first)
            arguments.pop(i)
            first = len(arguments) - len(function.args.defaults)


def _unread(module: list[ast.stmt]) -> None:
    """Leaves out attributes and lists that nobody reads, and methods that nobody calls."""
    appended = set()
    for node in _scope(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute) and node.value.func.attr == "append":
            appended.add(id(node.value.func.value))
    read = {node.attr for node in _scope(module) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in appended}
    read |= {node.id for node in _scope(module) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in appended}

    fields = _fields()

    def unread(node: ast.AST) -> bool:
        name = getattr(node, "attr", getattr(node, "id", None))
        return name is not None and name not in read

    def needed(node: ast.stmt) -> bool:
        """Not a docstring, a method that nobody calls, nor a constructor that does nothing."""
        if isinstance(node, ast.FunctionDef):
            return (node.name in read or node.name.startswith("__")) and not (node.name == "__init__" and isinstance(node.body[0], ast.Pass))
        return not isinstance(node, ast.Expr)

    class Remove(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
            self.generic_visit(node)
            node.body = node.body or [ast.Pass()]
            return node

        def visit_ClassDef(self, node: ast.ClassDef) -> Any:
            self.generic_visit(node)
            node.body = [each for each in node.body if needed(each)] or [ast.Pass()]
            return node

        def visit_Expr(self, node: ast.Expr) -> Any:
            call = node.value
            return None if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append" and unread(call.func.value) else node

        def visit_Assign(self, node: ast.Assign) -> Any:
            target = node.targets[0]
            own = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.attr not in fields or isinstance(target, ast.Name) and target.id != "_fields_"
            return None if own and unread(target) and (_fixed(node.value, set()) or isinstance(node.value, ast.Attribute) or isinstance(node.value, ast.Lambda)
                                                             or isinstance(node.value, ast.List) and not node.value.elts) else node
    for i, each in reversed(list(enumerate(module))):
        found = Remove().visit(each)
        module[i:i + 1] = [found] if found else []


@functools.lru_cache(maxsize=None)
def _statements(text: str) -> list[ast.stmt]:
    """What a module defines, without its checks; not to be changed."""
    found = []
    for each in ast.parse(text).body:
        decorators = each.decorator_list if isinstance(each, (ast.FunctionDef, ast.ClassDef)) else []
        if _defined(each) and not any("check" in _names(decorator) for decorator in decorators):
            found.append(each)
    return found


@functools.lru_cache(maxsize=None)
def _fields() -> set[Any]:
    """The names of fields of structs, which C reads."""
    return {node.value for each in _scope(_statements(_PARTS.read_text(encoding="utf-8"))) if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "_fields_"
            for node in _walk(each.value) if isinstance(node, ast.Constant)}


def program(chosen: table.Check, case: str, setup: str, templates: dict[str, str], guards: bool = False) -> str:
    """The check as a program without cucore: it ends with an AssertionError, another exception or a crash if the rule is broken.

    With `guards` it also finds out, as the judge does, whether the library offers what the check is about.
    """
    rules = inspect.getsource(inspect.getmodule(chosen.function))
    function = ast.parse(textwrap.dedent(inspect.getsource(chosen.function))).body[0]
    assert isinstance(function, ast.FunctionDef)
    words = _Words(templates, guards)
    main = [_Returns().visit(each) for each in function.body]
    shared = [*_statements(_PARTS.read_text(encoding="utf-8")), *_statements(rules)]
    imports = {name: each for each in shared if isinstance(each, ast.Import) for name in _defined(each)}
    shared = [each for each in shared if not isinstance(each, ast.Import)]
    main = [ast.Assign([ast.Name("case", ast.Store())], ast.Constant(case), lineno=0), *(found for each in main for found in [words.visit(each)] if found)]
    shared = [words.visit(copy.deepcopy(each)) for each in _used(shared, set().union(*map(_names, main)))]
    text = ""
    while text != (text := "\n".join(map(ast.unparse, [*shared, *main]))):
        known = _Known(shared, main)
        main = _propagate(main, known)
        for each in [*shared, *main]:
            for node in _walk(each):
                if isinstance(node, ast.FunctionDef):
                    node.body = _propagate(node.body, known) or [ast.Pass()]
        shared = _used(shared, set().union(*map(_names, main)))
        module = [*shared, *main]
        _parameters(module)
        _attributes(module, False)
        _unread(module)
        shared, main = [each for each in module if each in shared], [each for each in module if each not in shared]
    _attributes([*shared, *main], True)
    shared = _used(shared, set().union(*map(_names, main)))
    module = [each for line in setup.splitlines() for each in ast.parse(line).body] + [*shared, *main]
    names = set().union(*map(_names, module))
    there = {name for each in module if isinstance(each, (ast.Import, ast.Assign)) for name in _defined(each)}
    for each in module:
        if isinstance(each, ast.Import):
            each.names = [alias for alias in each.names if alias.name != "math" or "math" in names]
    more = sorted({ast.unparse(each)[7:] for name, each in imports.items() if name in names - there})
    plain = list(itertools.takewhile(lambda each: isinstance(each, ast.Import) and not any(alias.asname for alias in each.names), module))
    more += [alias.name for each in plain for alias in each.names]
    module = [each for each in module if each not in plain]
    first = [f"import {', '.join(dict.fromkeys(more))}"] if more else []
    lines = [*first, *(line for each in module if not isinstance(each, ast.Import) or each.names for line in ast.unparse(ast.fix_missing_locations(each)).splitlines() if line)]
    wrapped = [part for line in lines for part in _wrapped(line)]
    return "\n".join([f"# {chosen.name}{f' [{case}]' if case else ''}: {chosen.expected} ({chosen.source})", *wrapped, ""])


def _wrapped(line: str, width: int = 160) -> Iterator[str]:
    """A line in pieces that end at commas within brackets, outer ones if there are any in the second half."""
    depths, depth, quote = {}, 0, ""
    for i, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote and line[i - 1] != "\\" else quote
        elif letter in "'\"":
            quote = letter
        else:
            depth += (letter in "([{") - (letter in ")]}")
            if letter == "," and depth:
                depths[i + 1] = depth
    start, indent = 0, " " * (len(line) - len(line.lstrip()) + 4)
    while len(line) - start > width:
        ends = [end for end in depths if start + width // 2 < end <= start + width]
        if not ends:
            break
        end = max(ends, key=lambda each: (-depths[each], each))
        yield (indent if start else "") + line[start:end]
        start = end + 1
    yield (indent if start else "") + line[start:]
