"""What docs/dev/architecture.md demands of src/: who may use whom, in which order, and how functions are declared.  Each rule takes
Sources and returns a list of complaints; test_architecture.py has the rows that show what each rule refuses."""
import collections
import pathlib
import re
import sys
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from headers import C_NAMES  # noqa: E402

ARROWS = {  # folder -> the folders that it may use; a floor of python/ or copy/ also counts as a folder
    "core": (), "made": (), "dlpack": ("core",), "cai": ("core",), "memory": ("core",), "copy": ("core", "made"), "cast": ("core", "copy", "made"), "kernel": ("core", "made", "copy", "cast"),
    "program": ("core", "made"), "share": ("core",), "op": ("core", "dlpack", "python"),
    "python": ("core", "dlpack", "cai", "copy", "kernel"),
}
FLOORS = {"python": ("base", "memory", "in", "out"), "copy": ("", "emit", "host", "job", "move", "calls")}  # each may use the floors before it
MOST_PARAMETERS = 5
LONGEST = 120
INCLUDE = re.compile(r'#include "([\w.]+/[\w./]+)"')
END = "end of the declarations"
TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
FUNCTION = re.compile(r"^(?!typedef\b|return\b|else\b)(\w[^;{}=#()]*?)\b(cucore_\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*(?:CUCORE_PRINTF\([^)]*\)\s*)?([;{])", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M)
DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(CUCORE\w+)|^\} (cucore_\w+);|^typedef\b[^;{}()]*?\b(cucore_\w+);|"
                     r"^struct (cucore_\w+)(?: \{|;)|^typedef [^;{}]*?\(\*(cucore_\w+)\)", re.M)
CITED = re.compile(r"(?<![\w.])cucore_\w+(?!\w|\.[ch]\b)(?:\*|\.\.\.|<)?")


class Function(typing.NamedTuple):
    file: str
    name: str
    parameters: int
    is_defined: bool


class Sources:
    """The files that the headers of a folder are made of, in the order in which they are included."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.declared, self.implemented = [], []  # names of files, "core/view.c"
        for header in filter(pathlib.Path.is_file, map(self.folder.joinpath, C_NAMES)):
            declarations, _, implementation = header.read_text().partition(END)
            for text, names in ((declarations, self.declared), (implementation, self.implemented)):
                names += [name for name in INCLUDE.findall(text) if name not in self.declared + self.implemented]
        self.declared += [name for name in self.implemented if name.endswith(".h")]  # macros, which are used further down
        self.implemented = [name for name in self.implemented if name.endswith(".c")]
        self.order = {name: at for at, name in enumerate(self.declared + self.implemented)}
        self.texts = {name: (self.folder / name).read_text() for name in self.order}
        self.code = {name: TEXT.sub(lambda match: '""' if match[0][0] in "\"'" else " ", text) for name, text in self.texts.items()}
        self.functions = [found for name in self.order for found in self._functions(name)]
        self.definers = collections.defaultdict(set)  # name -> files that define it
        for function in self.functions:
            if function.is_defined:
                self.definers[function.name].add(function.file)
        for name, code in self.code.items():
            for match in DEFINED.finditer(code):
                self.definers[next(filter(None, match.groups()))].add(name)

    def _functions(self, name):
        for _, function, parameters, end in FUNCTION.findall(DIRECTIVE.sub("", self.code[name])):
            outer = re.sub(r"\([^()]*\)", "", parameters)
            yield Function(name, function, outer.count(",") + (outer.strip() not in ("", "void")), end == "{")

    def uses(self, name):
        """The names that a file has, of which other files define some."""
        return {word for word in re.findall(r"\b(?:cucore_|CUCORE)\w+", self.code[name]) if name not in self.definers[word]}


def floor(name):
    """The folder of a file, or its floor."""
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] in FLOORS and len(parts) > 2 else parts[0]


def may_use(user, used):
    """May a file of one folder or floor use those of another?"""
    if user == used:
        return True
    above, below = user.split("/"), used.split("/")
    if above[0] == below[0] and above[0] in FLOORS:
        floors = FLOORS[above[0]]
        places = [floors.index(part) if part in floors else -1 for part in ("".join(above[1:]), "".join(below[1:]))]
        return -1 not in places and places[1] < places[0]
    return below[0] in ARROWS.get(above[0], ())


def arrows_up(sources):
    """A file uses what only folders define that its own may not use, and a header does not declare itself."""
    declared = {(function.file, function.name) for function in sources.functions}
    return [f"{name} uses {word} of {' and '.join(sorted(sources.definers[word]))}" for name in sources.order
            for word in sorted(sources.uses(name)) if sources.definers[word]
            and not (name.endswith(".h") and (name, word) in declared)
            and not any(may_use(floor(name), floor(other)) for other in sources.definers[word])]


def circles(sources, but=()):
    """A file uses what only files of its folder define that are listed later."""
    found = []
    for name in sources.implemented:
        for word in sorted(sources.uses(name)):
            others = sources.definers[word]
            if others and name.split("/")[0] not in but and all(
                    floor(other) == floor(name) and sources.order[other] > sources.order[name] for other in others):
                found.append(f"{name} uses {word} of {' and '.join(sorted(others))}, which comes later")
    return found


def forward_declarations(sources, but=()):
    """A file of the implementation declares a function that it does not define."""
    defined = {(function.file, function.name) for function in sources.functions if function.is_defined}
    return [f"{function.file} declares {function.name}, which it does not define" for function in sources.functions
            if not function.is_defined and function.file in sources.implemented and function.file.split("/")[0] not in but
            and (function.file, function.name) not in defined]


def long_lists(sources, exceptions=(), but=()):
    """A private function takes more parameters than a reader can tell apart; exceptions that are none."""
    found = [function for function in sources.functions if function.is_defined and function.parameters > MOST_PARAMETERS
             and function.name.startswith("cucore__") and function.file.split("/")[0] not in but]
    names = {function.name for function in found}
    return [f"{function.file}: {function.name} has {function.parameters} parameters" for function in found
            if function.name not in exceptions] + [f"{name} is no exception" for name in exceptions if name not in names]


def comments(text):
    return [match[0] for match in TEXT.finditer(text) if match[0][0] == "/"]


def without_comments(text):
    return TEXT.sub(lambda match: " " if match[0][0] == "/" else match[0], text)


def names(text):
    return re.findall(r"\bcucore_\w+", text)


def unknown_names(known, texts):
    """Names of functions and types that a comment or page cites and that are not in the code."""
    found = []
    for place, text in texts:
        for word in CITED.findall(text):
            name = re.sub(r"^cucore_\d+_\d+_\d+(_ndim\d+)?(?=_|$)", "cucore", word.rstrip("*.<"))  # the linker's
            is_part = name != word or name.endswith("_")  # cucore_layout_*, cucore_copy_<name>
            if name not in ("cucore", *known) and not (is_part and any(other.startswith(name) for other in known)):
                found.append(f"{place} cites {name}")
    return found


def long_lines(name, text):
    """Comments that are wider than the code."""
    lines = set()
    for match in TEXT.finditer(text):
        if match[0][0] == "/":
            first = text.count("\n", 0, match.start()) + 1
            lines.update(range(first, first + match[0].count("\n") + 1))
    return [f"{name}:{number}: {len(line)} columns" for number, line in enumerate(text.split("\n"), 1)
            if number in lines and len(line) > LONGEST]
