"""Headers cut to the functions, types and macros that files name, and to all that those need.

A header is read as a tree: declarations, definitions and macros are pieces, `#if` to `#endif` is a chain of branches with pieces. A
piece is kept if its name is in the code of a file or of a kept piece; a chain is kept, with its conditions, if a piece in it is. No
condition is decided: what any branch needs stays. Names that macros make by `##` are found by expanding these macros.
"""
from __future__ import annotations

import re
import textwrap
from typing import Iterable, Iterator, Optional

CODE = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?(?:\*/|\Z)|//(?:\\\n|[^\n])*', re.S)
WORD = re.compile(r"[A-Za-z_]\w*")
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|##|\S")
DEFINE = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)(\(([^)]*)\))?[ \t]*")
LINE_END = re.compile(r"\\\r?\n")
INVOCATION = re.compile(r"(CUCORE\w*)(?:\(.*\))?$", re.S)
OWN_INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]+"cucore[\w/]*\.h(?:pp)?"')
ONLY_INCLUDES = re.compile(r'extern "C(?:\+\+)?" \{\n(?:[ \t]*#[ \t]*include .*\n)+\}$')
GUARD = re.compile(r"CUCORE_\w+_H(?:_IMPLEMENTED)?$|CUCORE_H(?:_IMPLEMENTED)?$|CUCORE__PRIVATE_(?:BEGIN|END)$")
FRAME = re.compile(r'CUCORE_+(?:\w+_)?(?:BEGIN|END)$|extern "C" \{$|\}$')
HEADING = re.compile(r"/\* -{4,} (?:>>([\w-]+)|end of the declarations) -- \*/|/\* [\w/]+\.(?:h|c|hpp): ")
END_OF_DECLARATIONS = re.compile(r"^/\* -{4,} end of the declarations -- \*/$", re.M)
NAME_MACRO = re.compile(r"CUCORE_NAME\(_\w+\)$")
TYPEDEF = re.compile(r"(\w+)\s*;\s*$")  # the name at its end
ENUM_ROW = re.compile(r"    [A-Z]\w* = [\w()<]+,?\s*$")
SLOTS = {"CUCORE__DRIVER_LIST"}  # lists whose rows have a place in a struct: a row without a symbol stands for one that was cut
GAPS = (1, 4, 16)  # how many rows that were cut have one place
GAP_MACROS = ['#define CUCORE__CUT_1(X, c) X(c, "", 0, 0, (void))'] + [
    f"#define CUCORE__CUT_{4 * few}(X, c) " + " ".join(f"CUCORE__CUT_{few}(X, c##_{at})" for at in range(4)) for few in GAPS[:2]]
WIDTH = 120
CPP = "cucore::"  # the name of what is in namespace cucore
USES_CPP = re.compile(r"\bcucore\s*::|\bnamespace\s+cucore\b")
PUBLIC = re.compile(r"(?:cucore|CUCORE)_(?!_)\w+$")
RULE = re.compile(r"[ABCDPTX][0-9]{1,3}|[0-9](?:\.[0-9]{1,2})?")
MESSAGE = "it was cut from this copy of cucore: `python -m cucore update` reads your files again, `--for FILE...` names others"
CUT = """\
/* ------------ >>cut -- */
/* Public names that were cut from this copy: the use of one is an error, which says how to get it back. */
"""
CUT_MARK = f"""\
#if !defined(__has_attribute)
#define CUCORE__CUT struct cucore_was_cut_run_python_m_cucore_update
#elif __has_attribute(unavailable) && !defined(__EDG__)
#define CUCORE__CUT __attribute__((unavailable("{MESSAGE}"))) int
#elif __has_attribute(deprecated)
#define CUCORE__CUT __attribute__((deprecated("{MESSAGE}"))) struct cucore_was_cut_run_python_m_cucore_update
#else
#define CUCORE__CUT struct cucore_was_cut_run_python_m_cucore_update
#endif
struct cucore_was_cut_run_python_m_cucore_update;
"""
QUIET = ('#pragma GCC diagnostic ignored "-Wswitch-enum"\n',  # below it: a variable may be used in another branch of an #if only
         '#pragma GCC diagnostic ignored "-Wunused-variable"\n#pragma GCC diagnostic ignored "-Wunused-const-variable"\n')
TAGS = re.compile(r">>[\w-]+")
EXAMPLE = re.compile(r"^ \*     #define CUCORE_IMPLEMENTATION(?:.*\n \*    )*.*\n \*\n", re.M)
ENTRY = re.compile(r"^ \*     \S.*(?:\n \*(?:      +.*)?$(?!\n \*/))*", re.M)


def code(text: str) -> str:
    """The text without comments, and with empty strings; as many lines."""
    def blank(found: re.Match[str]) -> str:
        word = found[0]
        return word[0] * 2 if word[0] in "\"'" else " " + "\n" * word.count("\n")
    return CODE.sub(blank, text)


DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)", re.S)
CONDITION = re.compile(r"\bdefined\b|[A-Za-z_]\w*|\d\w*|&&|\|\||[!=<>]=|\S")
Truth = Optional[bool]  # None: not known


def truth(condition: str, absent: frozenset[str]) -> Truth:
    """Whether a condition holds if some macros are never defined."""
    tokens = CONDITION.findall(code(LINE_END.sub(" ", condition)))
    at = 0

    def either() -> Truth:
        nonlocal at
        found = both()
        while tokens[at:at + 1] == ["||"]:
            at += 1
            other = both()
            found = True if found or other else None if found is None or other is None else False
        return found

    def both() -> Truth:
        nonlocal at
        found = one()
        while tokens[at:at + 1] == ["&&"]:
            at += 1
            other = one()
            found = False if found is False or other is False else None if found is None or other is None else True
        return found

    def one() -> Truth:
        nonlocal at
        token = tokens[at] if at < len(tokens) else ""
        at += 1
        found: Truth = None
        if token == "!":
            inner = one()
            return None if inner is None else not inner
        if token == "(":
            found = either()
            at += 1
        elif token == "defined":
            at += tokens[at:at + 1] == ["("]
            found = False if tokens[at:at + 1] and tokens[at] in absent else None
            at += 1 + (tokens[at + 1:at + 2] == [")"])
        while at < len(tokens) and tokens[at] not in ("&&", "||", ")"):  # a comparison, a number
            found = None
            if tokens[at] == "(":
                at += 1
                either()
            at += 1
        return found

    return either()


class Branches:
    """Which of the branches of an #if can be compiled if some macros are never defined."""

    def __init__(self, absent: frozenset[str]) -> None:
        self.absent, self.decided = absent, False

    def lives(self, directive: str) -> bool:
        """Whether the next branch can be; after one that always is, no other is."""
        found = DIRECTIVE.match(directive)
        assert found
        kind, condition = found.groups()
        holds: Truth = True
        if kind != "else":
            holds = truth({"ifdef": f"defined({condition})", "ifndef": f"!defined({condition})"}.get(kind, condition), self.absent)
        lives = not self.decided and holds is not False
        self.decided = self.decided or holds is True
        return lives


def living(text: str, absent: frozenset[str]) -> str:
    """Code without what is in branches that are never compiled."""
    if not any(name in text for name in absent):
        return text
    out: list[str] = []
    outer: list[tuple[Branches, bool]] = []  # with whether this branch lives, and all around it
    for line in LINE_END.sub(" ", text).split("\n"):
        found = DIRECTIVE.match(line)
        if found and found[1].startswith("if"):
            branches = Branches(absent)
            outer.append((branches, branches.lives(line) and (not outer or outer[-1][1])))
        elif found and found[1] != "endif":
            branches = outer.pop()[0]
            outer.append((branches, branches.lives(line) and (not outer or outer[-1][1])))
        elif found:
            outer.pop()
        elif not outer or outer[-1][1]:
            out.append(line)
            continue
        if not outer or len(outer) < 2 or outer[-2][1]:
            out.append(line)
    return "\n".join(out)


class Piece:
    """A declaration, a definition, a macro or another directive."""

    def __init__(self, text: str, kind: str, name: str = "") -> None:
        self.text, self.kind, self.name = text, kind, name  # kind: define, undef, code, strong, weak
        self.code = code(text)
        self.lives = True
        self.chains: list[Chain] = []
        self.kept = False
        self.rows: list[Row] = []
        self.names: set[str] = set()  # that it defines

    def find_rows(self) -> None:
        """Splits a list of which any row can be left out."""
        lines = self.text.split("\n")
        if self.name in SLOTS:
            starts = [number for number, line in enumerate(lines) if line.lstrip().startswith("X(")]
            for start, end in zip(starts, starts[1:] + [len(lines)]):
                self.rows.append(Row(self, start, end, re.match(r"\s*X\((\w+)", lines[start])[1]))  # type: ignore[index]
        elif lines[0] == "enum {" and all(ENUM_ROW.match(line) for line in self.code.split("\n")[1:-1] if line.strip()):
            numbers = [number for number, line in enumerate(self.code.split("\n")) if ENUM_ROW.match(line)]
            start = 1
            for number in numbers:  # with the comment before it
                self.rows.append(Row(self, start, number + 1, WORD.search(lines[number])[0]))  # type: ignore[index]
                start = number + 1
        if self.rows:
            self.head = "\n".join(code("\n".join(lines[:self.rows[0].start])).split("\n"))

    def shown(self) -> str:
        """The text, without the rows that are not kept."""
        if all(row.kept for row in self.rows):
            return self.text
        lines = self.text.split("\n")
        out = lines[:self.rows[0].start]
        gaps: list[str] = []
        for row in self.rows:
            if row.kept or self.name not in SLOTS:
                out += _gaps(gaps) + (lines[row.start:row.end] if row.kept else [])
                gaps = []
            else:
                gaps.append(f"c{row.start}")
        out += _gaps(gaps) + lines[self.rows[-1].end:]
        if self.name in SLOTS:
            out[-1] = out[-1].rstrip("\\ ")
            out[:0] = GAP_MACROS
        return "\n".join(out)


class Row:
    """A row of a list, which is kept if its first word is."""

    def __init__(self, piece: Piece, start: int, end: int, name: str) -> None:
        self.piece, self.start, self.end, self.name = piece, start, end, name
        text = code("\n".join(piece.text.split("\n")[start:end]))
        self.words = set(WORD.findall(text))
        self.kept = False
        self.always = piece.name in SLOTS and re.match(r'\s*X\(\w+, "", \d+, 1,', text) is not None


def _gaps(names: list[str]) -> list[str]:
    """Lines with the places of rows that are not kept."""
    words: list[str] = []
    while names:
        many = max(number for number in GAPS if number <= len(names))
        words.append(f"CUCORE__CUT_{many}(X, {names[0]})")
        names = names[many:]
    return ["    " + line + " \\" for line in textwrap.wrap(" ".join(words), WIDTH - 6)]


class Chain:
    """#if to #endif: a directive and the nodes after it, for each branch."""

    def __init__(self) -> None:
        self.branches: list[tuple[str, list[Node]]] = []
        self.end = ""
        self.kept = False

    def nodes(self) -> Iterator[Node]:
        for _, nodes in self.branches:
            yield from nodes


class Torn(Exception):
    """A declaration that begins in one branch and ends in another, or after the last."""


class Comment:
    """A comment between pieces.  It is kept if any of its owners is, or if it has none."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.owners: list[Node] = []
        found = HEADING.match(text)
        self.heading, self.tag = bool(found), found[1] if found else None


class Blank:
    """An empty line."""


Node = "Piece | Chain | Comment | Blank"


class Reader:
    """Reads a header into nodes."""

    def __init__(self, text: str) -> None:
        self.lines = text.rstrip("\n").split("\n")
        self.at = 0

    def nodes(self) -> list[Node]:
        """The nodes up to the #elif, #else or #endif of this branch, or the end."""
        found: list[Node] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.at += 1
                found.append(Blank())
            elif re.match(r"[ \t]*#[ \t]*(?:else|elif|endif)\b", line):
                break
            elif re.match(r"[ \t]*#[ \t]*if", line):
                found.append(self.chain())
            elif line.startswith("/*") and self.is_comment():
                found.append(Comment(self.take(self.comment_end())))
            elif line.lstrip().startswith("#"):
                found.append(self.directive())
            else:
                found.append(self.declaration())
        own(found)
        return found

    def take(self, end: int) -> str:
        text = "\n".join(self.lines[self.at:end])
        self.at = end
        return text

    def comment_end(self) -> int:
        """The line after the comment that begins on this one."""
        end = self.at
        while "*/" not in self.lines[end]:
            end += 1
        return end + 1

    def is_comment(self) -> bool:
        """Whether nothing stands after the comment of this line."""
        return self.lines[self.comment_end() - 1].rstrip().endswith("*/") and not code("\n".join(self.lines[self.at:self.comment_end()])).strip()

    def logical(self) -> str:
        """A directive with its continued lines, and the comment that begins on it."""
        end = self.at + 1
        while end < len(self.lines) and (self.lines[end - 1].endswith("\\") or _open_comment("\n".join(self.lines[self.at:end]))):
            end += 1
        return self.take(end)

    def chain(self) -> Chain | Piece:
        """A chain; one piece if a declaration begins in a branch and ends after it."""
        start = self.at
        try:
            return self.branches()
        except Torn:
            self.at = start
            return self.declaration()

    def branches(self) -> Chain:
        chain = Chain()
        while True:
            if self.at >= len(self.lines):
                raise ValueError("an #if without #endif")
            directive = self.logical()
            if re.match(r"[ \t]*#[ \t]*endif", directive):
                chain.end = directive
                break
            nodes = self.nodes()
            if any(isinstance(node, Piece) and node.kind == "define" for node in nodes):
                for node in nodes:
                    if isinstance(node, Piece) and ONLY_INCLUDES.match(node.text):
                        node.kind = "weak"  # these macros need it
            chain.branches.append((directive, nodes))
        for node in chain.nodes():
            _inside(node, chain)
        return chain

    def directive(self) -> Piece:
        text = self.logical()
        found = DEFINE.match(text)
        undefined = re.match(r"[ \t]*#[ \t]*undef[ \t]+(\w+)", text)
        if found:
            return Piece(text, "weak" if GUARD.match(found[1]) else "define" if found[1].startswith(("CUCORE", "cucore")) else "strong", found[1])
        if undefined:
            return Piece(text, "weak" if GUARD.match(undefined[1]) else "undef", undefined[1])
        if "error" in text and re.match(r"[ \t]*#[ \t]*error", text):
            return Piece(text, "error")
        before = self.lines[self.at - 2] if self.at > 1 else ""
        private = OWN_INCLUDE.match(text) and "#define CUCORE__PRIVATE_" in before
        return Piece(text, "weak" if private else "strong")

    def declaration(self) -> Piece:
        start, depth, saved, comment = self.at, 0, [], False
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if comment:
                comment = "*/" not in line
                if comment:
                    continue
                line = line.split("*/", 1)[1]
            comment = _open_comment(line)
            bare = code(line)
            if bare.lstrip().startswith("#"):
                if re.match(r"\s*#\s*if", bare):
                    saved.append(depth)
                elif re.match(r"\s*#\s*(?:else|elif|endif)", bare):
                    if not saved:
                        raise Torn
                    depth = saved[-1] if "#e" in bare.replace(" ", "") and "endif" not in bare else depth
                    saved = saved[:-1] if "endif" in bare else saved
                continue
            depth += sum(bare.count(c) for c in "{([") - sum(bare.count(c) for c in "})]")
            end = bare.rstrip()
            first = self.at == start + 1
            if first and FRAME.match(line):
                return Piece(line, "weak")
            if not comment and depth == 0 and not saved and (end.endswith((";", "}")) or INVOCATION.match(
                    code("\n".join(self.lines[start:self.at])).strip())):
                break
        text = "\n".join(self.lines[start:self.at])
        return Piece(text, "strong" if ONLY_INCLUDES.match(text) else "code")


def _open_comment(text: str) -> bool:
    """Whether a comment begins in a text and does not end in it."""
    return any(found[0].startswith("/*") and not (found[0].endswith("*/") and len(found[0]) > 3) for found in CODE.finditer(text))


def _inside(node: Node, chain: Chain) -> None:
    if isinstance(node, Piece):
        node.chains.append(chain)
    elif isinstance(node, Chain):
        for inner in node.nodes():
            _inside(inner, chain)


def own(nodes: list[Node]) -> None:
    """Gives each comment what it is about: the head of a part all up to the next one, another comment its paragraph."""
    part: Comment | None = None
    room: Comment | None = None
    about: Comment | None = None
    for node in nodes:
        if isinstance(node, Comment):
            about = None
            if node.text.startswith("/* ----"):
                part, room = node, None
            elif node.heading:
                room = node
            else:
                about = node
        elif isinstance(node, Blank):
            if about and about.owners:
                about = None
        else:
            for comment in (part, room, about):
                if comment:
                    comment.owners.append(node)


class Macro:
    """The parameters of a macro, None if it has none, and the tokens of its body."""

    def __init__(self, text: str) -> None:
        found = DEFINE.match(text)
        assert found
        body = code(LINE_END.sub(" ", text[found.end():]))
        self.params = None if found[2] is None else [word.strip() for word in found[3].split(",") if word.strip()]
        self.body = TOKEN.findall(body)
        self.named = bool(NAME_MACRO.match(body.strip()))  # only another name for the linker


class Macros:
    """Expands what makes names by ##."""

    def __init__(self) -> None:
        self.all: dict[str, list[Macro]] = {}
        self.pasting: set[str] = set()
        self.met: set[str] = set()  # macros that were expanded: a name that ## made may be one

    def add(self, name: str, text: str) -> None:
        macro = Macro(text)
        if not macro.named and not FRAME.match(name):
            self.all.setdefault(name, []).append(macro)

    def add_all(self, text: str) -> None:
        """Adds the macros that a text defines."""
        for line in LINE_END.sub(" ", text).split("\n"):
            found = DEFINE.match(line)
            if found:
                self.add(found[1], line)

    def close(self) -> None:
        """Finds the macros that lead to a ##."""
        words = {name: {word for macro in macros for word in macro.body} for name, macros in self.all.items()}
        self.pasting = {name for name in words if "##" in words[name]}
        while True:
            more = {name for name in words if name not in self.pasting and words[name] & self.pasting}
            if not more:
                return
            self.pasting |= more

    def words(self, text: str, every: bool = False) -> list[list[str]]:
        """The tokens of a text, expanded: once for each of the ways in which the macros in it are defined."""
        tokens = TOKEN.findall("\n".join(line for line in LINE_END.sub(" ", text).split("\n") if not line.lstrip().startswith("#")))
        if not every and not self.pasting.intersection(tokens):
            return [tokens]
        ways = max((len(self.all[token]) for token in set(tokens) if token in self.all), default=1)
        return [self.expand(tokens, frozenset(), way) for way in range(max(2, min(ways, 3)))]

    def needs(self, text: str) -> set[str]:
        """The words of a text, and of all that its macros make of it."""
        self.met = set()
        return set().union(*self.words(text), self.met)

    def expand(self, tokens: list[str], hidden: frozenset[str], way: int) -> list[str]:
        out: list[str] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            at += 1
            macros = self.all.get(token)
            if macros is None or token in hidden:
                out.append(token)
                continue
            self.met.add(token)
            macro = macros[min(way, len(macros) - 1)]
            arguments: list[list[str]] = []
            if macro.params is None and len(macro.body) == 1 and macro.body[0] != token:  # it may stand before parentheses
                tokens, at = [*macro.body, *tokens[at:]], 0
                continue
            if macro.params is not None:
                if at >= len(tokens) or tokens[at] != "(":
                    out.append(token)
                    continue
                arguments, at = self.arguments(tokens, at + 1)
            body = self.substitute(macro, [argument for argument in arguments], hidden, way)
            out += self.expand(body, hidden | {token}, way)
        return out

    @staticmethod
    def arguments(tokens: list[str], at: int) -> tuple[list[list[str]], int]:
        found: list[list[str]] = [[]]
        depth = 1
        while at < len(tokens):
            token = tokens[at]
            at += 1
            depth += (token in "([{") - (token in ")]}")
            if not depth:
                break
            if token == "," and depth == 1:
                found.append([])
            else:
                found[-1].append(token)
        return found, at

    def substitute(self, macro: Macro, arguments: list[list[str]], hidden: frozenset[str], way: int) -> list[str]:
        given: dict[str, list[str]] = {}
        params = macro.params or []
        for number, param in enumerate(params):
            if param in ("...", "__VA_ARGS__"):
                rest = arguments[number:]
                given["__VA_ARGS__"] = [token for argument in rest for token in (*argument, ",")][:-1]
            else:
                given[param] = arguments[number] if number < len(arguments) else []
        body, out, at = macro.body, [], 0
        while at < len(body):
            token = body[at]
            if token == "##" and out and at + 1 < len(body):
                right = given.get(body[at + 1], [body[at + 1]])
                out[-1:] = [out[-1] + (right[0] if right else ""), *right[1:]]
                at += 2
                continue
            raw = at + 1 < len(body) and body[at + 1] == "##"
            if token in given:
                out += given[token] if raw else self.expand(given[token], hidden, way)
                if raw and not given[token]:
                    out.append("")
            else:
                out.append(token)
            at += 1
        return out


KEYWORDS = {"static", "const", "extern", "inline", "struct", "union", "enum", "typedef", "volatile", "__attribute__", "sizeof", "_Atomic",
            "__declspec", "visibility", "unused", "void", "int", "char", "unsigned", "long", "short", "PyAPI_FUNC"}


def defined(tokens: list[str]) -> set[str]:
    """The names that declarations and definitions define: functions, variables, tags, typedefs, enumerators."""
    names: set[str] = set()
    braces = parens = 0
    enum_at: list[int] = []  # depths at which the braces of an enum are open
    is_typedef = False
    is_value = False  # after =
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        before = tokens[at - 1] if at else ""
        if token == "{":
            braces += 1
            head = tokens[max(0, at - 3):at]
            if "enum" in head:
                enum_at.append(braces)
        elif token == "}":
            if enum_at and enum_at[-1] == braces:
                enum_at.pop()
            braces -= 1
        elif token in "([":
            parens += 1
        elif token in ")]":
            parens -= 1
        elif token in (";", ",", "=") and not braces and not parens:
            is_value, is_typedef = token == "=", is_typedef and token != ";"
        elif braces and not enum_at and after != "{":  # most of a function
            continue
        elif WORD.fullmatch(token):
            if token == "typedef" and not braces:
                is_typedef = True
            elif enum_at and enum_at[-1] == braces and not parens and before in ("{", ","):
                names.add(token)
            elif before in ("struct", "union", "enum") and after == "{":
                names.add(token)
            elif not braces and not is_value and token not in KEYWORDS:
                if not parens and after in ("(", "=", "[", ";", ",", "__attribute__"):
                    names.add(token)
                elif parens == 1 and before == "*" and after in (")", "[") and (tokens[at - 2] == "(" or (
                        tokens[at - 3] == "(" and tokens[at - 2].isupper())):  # (*name)(...), (CUDA_CB *name)(...)
                    names.add(token)
    return names


class Header:
    """A header and its pieces."""

    def __init__(self, name: str, text: str, absent: frozenset[str]) -> None:
        self.name, self.text = name, text
        self.nodes = Reader(text).nodes()
        self.pieces = list(_pieces(self.nodes))
        _bury(self.nodes, absent, True)
        for piece in self.pieces:
            piece.code = living(piece.code, absent)
            piece.words = set(WORD.findall(piece.code))


def _bury(nodes: Iterable[Node], absent: frozenset[str], lives: bool) -> None:
    """Marks the pieces that are never compiled."""
    for node in nodes:
        if isinstance(node, Piece):
            node.lives = lives
        elif isinstance(node, Chain):
            branches = Branches(absent)
            for directive, inner in node.branches:
                _bury(inner, absent, branches.lives(directive) and lives)


def _pieces(nodes: Iterable[Node]) -> Iterator[Piece]:
    for node in nodes:
        if isinstance(node, Piece):
            yield node
        elif isinstance(node, Chain):
            yield from _pieces(node.nodes())


class Library:
    """The headers, which name is defined by which piece, and what of it is kept."""

    def __init__(self, texts: dict[str, str], others: Iterable[str] = (), users: Iterable[str] = ()) -> None:
        """`others` are the headers that no file includes, so that their macros are never defined; `users` is the code that does."""
        self.users = list(users)
        guards = {re.sub(r"\W", "_", name).upper() for name in others}
        absent = frozenset(guards | {f"{guard}_IMPLEMENTED" for guard in guards})
        self.headers = [Header(name, text, absent) for name, text in texts.items()]
        self.macros = Macros()
        for header in self.headers:
            for piece in header.pieces:
                if piece.kind == "define":
                    self.macros.add(piece.name, piece.text)
                elif piece.kind == "code" and "#" in piece.code:
                    self.macros.add_all(piece.code)
        for text in self.users:
            self.macros.add_all(text)
        self.macros.close()
        # names that a project defines itself, marks, and names of macros for one list
        self.settings = {piece.name for header in self.headers for piece in header.pieces if piece.kind in ("define", "undef") and (
            piece.kind == "undef" or not piece.code.split(piece.name, 1)[1].strip() or
            any(re.search(rf"\b{piece.name}\b", directive) for chain in piece.chains for directive, _ in chain.branches))}
        self.index: dict[str, list[Piece | Row]] = {}
        self.header_of: dict[str, str] = {}
        for header in self.headers:
            for piece in filter(lambda piece: piece.lives, header.pieces):
                piece.find_rows()
                for row in piece.rows:
                    self.index.setdefault(row.name, []).append(row)
                    self.header_of[row.name] = header.name
                piece.names = self.names(piece)
                for name in piece.names.difference(row.name for row in piece.rows):
                    self.index.setdefault(name, []).append(piece)
                    self.header_of[name] = header.name  # a struct is declared before its header

    def names(self, piece: Piece) -> set[str]:
        """What a piece defines."""
        if piece.kind == "define":
            return {piece.name}
        if piece.kind != "code":
            return set()
        if piece.text.startswith('extern "C++"'):
            return {CPP} | set(re.findall(r"\b(cucore__\w+)\s*[({]", piece.code))
        made = INVOCATION.match(piece.code.strip()) is not None
        return set().union(*(defined(tokens) for tokens in self.macros.words(piece.code, made))).difference(self.macros.all)

    def uses(self, piece: Piece) -> set[str]:
        """The words that a piece needs."""
        if piece.rows:
            return set(WORD.findall(piece.head)).union(*(row.words for row in piece.rows if row.always))
        if piece.kind == "define":
            return piece.words
        return piece.words | self.macros.needs(piece.code)

    def named(self) -> set[str]:
        """The words of users, and what their macros make of them."""
        found = {CPP} if any(map(USES_CPP.search, self.users)) else set()
        return found.union(*({*WORD.findall(text), *self.macros.needs(text)} for text in self.users))

    def keep(self, words: Iterable[str] = ()) -> None:
        """Keeps what users and these words name, what that needs, and what is kept always."""
        todo = self.named().union(words)
        done: set[str] = set()
        queue: list[Piece | Row] = [piece for header in self.headers for piece in header.pieces
                 if piece.lives and (piece.kind == "strong" or self.is_alone(piece))]
        while todo or queue:
            for word in todo - done:
                queue += self.index.get(word, [])
            done |= todo
            todo = set()
            for piece in queue:
                if isinstance(piece, Row):
                    row, piece = piece, piece.piece
                    todo |= set() if row.kept else row.words
                    row.kept = True
                if piece.kept:
                    continue
                piece.kept = True
                todo |= self.uses(piece)
                for row in piece.rows:
                    row.kept = row.kept or row.always
                for chain in piece.chains:
                    if not chain.kept:
                        chain.kept = True
                        for directive, nodes in chain.branches:
                            todo |= set(WORD.findall(code(directive)))
                            for node in nodes:
                                if isinstance(node, Piece) and node.lives and node.kind in ("weak", "error"):
                                    node.kept = True
                                    todo |= node.words
            queue = []
            todo -= done
        for header in self.headers:
            for piece in header.pieces:
                if piece.kind == "undef":
                    piece.kept = piece.lives and any(other.kept for other in self.index.get(piece.name, [piece]))
            for node in header.nodes:
                if isinstance(node, Piece) and node.kind == "weak":
                    node.kept = True

    @staticmethod
    def is_alone(piece: Piece) -> bool:
        """Whether a piece is an #error, or a part of a frame, in a chain that has nothing else."""
        return piece.kind in ("error", "weak") and bool(piece.chains) and all(
            other.kind in ("error", "weak", "undef") for other in _pieces(piece.chains[0].nodes()))

    def public(self, header: Header, kept: bool) -> dict[str, str]:
        """The public names of a header that are kept, or not, and what each is: a type, or anything else."""
        found: dict[str, str] = {}
        for piece in header.pieces:
            if not piece.lives or piece.kind not in ("define", "code"):
                continue
            names = {row.name for row in piece.rows} or piece.names
            types = TYPEDEF.findall(piece.code) if "enum" in piece.code else names  # an enum also defines its values
            is_type = piece.kind == "code" and piece.code.startswith("typedef")
            for name in filter(PUBLIC.match, names.difference(self.settings)):
                if self.header_of[name] == header.name and any(other.kept for other in self.index.get(name, [])) == kept and self.index.get(name):
                    found[name] = "type" if is_type and name in types else found.get(name, "other")
        return found

    def cut_names(self, header: Header) -> str:
        """The part that makes the names that were cut errors."""
        gone = self.public(header, False)
        if not gone:
            return ""
        lines = [CUT + (CUT_MARK if header.name == "cucore.h" else ""), "#if defined(CUCORE__CUT)\nCUCORE_BEGIN\n"]
        for kind, begin in (("type", "typedef CUCORE__CUT"),
                            ("other", "extern CUCORE__CUT")):
            names = sorted(name for name in gone if gone[name] == kind)
            if names:
                lines.append(_wrapped([begin + " " + names[0], *names[1:]]) + ";\n")
        return "".join(lines) + "CUCORE_END\n#endif\n\n"

    def shown(self, header: Header, note: str) -> str:
        """The header without what is not kept; `note` goes below its first two lines."""
        text = _tidy("\n".join(self.lines(header.nodes)))
        end = END_OF_DECLARATIONS.search(text)
        assert end
        text = text[:end.start()] + self.cut_names(header) + text[end.start():]
        text = text.replace(QUIET[0], "".join(QUIET), 1)
        text = self.without_rules(self.without_entries(header, text))
        first, second, rest = text.split("\n", 2)
        return f"{first}\n{second}\n{note}{rest}\n"

    def lines(self, nodes: Iterable[Node]) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, Blank):
                yield ""
            elif isinstance(node, Comment):
                if not node.owners or any(owner.kept for owner in node.owners):
                    yield node.text
            elif isinstance(node, Piece):
                if node.kept:
                    yield node.shown()
            elif node.kept:
                shown = [(directive, list(self.lines(inner)), any(_is_kept(one) for one in inner)) for directive, inner in node.branches]
                while len(shown) > 1 and not shown[-1][2]:  # a last branch without anything
                    shown.pop()
                for directive, inner, _ in shown:
                    yield directive
                    yield from inner
                yield node.end

    def without_entries(self, header: Header, text: str) -> str:
        """The text without entries of CONTENTS whose parts were cut, and those of manuals that are about cut names only."""
        tags = {found for found in TAGS.findall("\n".join(line for line in text.split("\n") if line.startswith("/* ----")))}
        gone = set(self.public(header, False))

        def entry(found: re.Match[str]) -> str:
            named = TAGS.findall(found[0].split("\n")[0])
            if found[0].startswith(" *     >>"):
                known = [tag for tag in named if tag in tags or tag.endswith("-") or tag in (">>manual", ">>options")]
                return found[0] if known else CUT_ENTRY
            words = {word for word in WORD.findall(found[0]) if PUBLIC.match(word) and word in self.header_of}
            return CUT_ENTRY if words and words <= gone else found[0]

        def comment(found: re.Match[str]) -> str:
            if found[0].endswith("*/") and not found[0].endswith("\n */"):  # the last entry would take the end along
                return found[0]
            if EXAMPLE.search(found[0]) and gone.intersection(WORD.findall(EXAMPLE.search(found[0])[0])):  # type: ignore[index]
                found = re.match(r".*", EXAMPLE.sub("", found[0], 1), re.S)  # type: ignore[assignment]
            return ENTRY.sub(entry, found[0]).replace(CUT_ENTRY + "\n", "")
        return re.sub(r"^/\*.*?\*/$", comment, text, flags=re.M | re.S)

    @staticmethod
    def without_rules(text: str) -> str:
        """The text with only the rules that its comments cite."""
        found = re.search(r"^/\* -+ >>(?:\w+-)?rules -- \*/\n(/\*.*?\*/)\n", text, re.M | re.S)
        if not found:
            return text
        cited = rules_in(text[:found.start()] + text[found.end():])
        lines = found[1].split("\n")
        kept = [line for line in lines if not (rule := re.match(rf" \* ({RULE.pattern}) +", line)) or rule[1] in cited]
        return text.replace(found[1], "\n".join(kept), 1)


CUT_ENTRY = "\0"


def count(text: str) -> int:
    """The lines that are neither blank nor comment."""
    bare = CODE.sub(lambda found: found[0] if found[0][0] in "\"'" else "\n" * found[0].count("\n"), text)
    return sum(1 for line in bare.split("\n") if line.strip())


def _is_kept(node: Node) -> bool:
    return isinstance(node, (Piece, Chain)) and node.kept


def _wrapped(words: list[str]) -> str:
    """Words with commas between them, in lines."""
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 3 > WIDTH:
            lines[-1] += ","
            lines.append("    " + word)
        else:
            lines[-1] += ", " + word
    return "\n".join(lines)


def _tidy(text: str) -> str:
    """One empty line where there were several, and none after an opening and before a closing directive."""
    text = re.sub(r"\n(?:[ \t]*\n)+", "\n\n", text)
    return text


def rules_in(text: str) -> set[str]:
    """The rules that comments cite, also within ranges: D8 to D10."""
    found: set[str] = set()
    for comment in re.findall(r"/\*.*?\*/", text, re.S):
        flat = re.sub(r"\s*\n\s*(?:\* ?)?", " ", comment)
        for first, last in re.findall(rf"\b({RULE.pattern})\b(?: to ({RULE.pattern})\b)?", flat):
            found.add(first)
            if last:
                stem, low, high = re.match(r"[A-Z]|\d\.|", first)[0], first, last  # type: ignore[index]
                numbers = [int(re.search(r"\d+$", name)[0]) for name in (low, high)]  # type: ignore[index]
                width = len(re.search(r"\d+$", low)[0])  # type: ignore[index]
                found.update(f"{stem}{number:0{width}}" for number in range(numbers[0], numbers[1] + 1))
                found.update(f"{stem}{number}" for number in range(numbers[0], numbers[1] + 1))
    return found
