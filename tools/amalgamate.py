"""Makes the headers at the top level and in cucore/ from src/: every #include of a room ("core/dtype.h") becomes the room itself.
A header of C also gets the names of its functions for the linker, above their declarations, and the rules that its comments cite
(src/rules.txt), before its implementation.  A file in src/ whose first line is "/* cucore... - v" is the source of that header.

    python3 tools/amalgamate.py            write the headers
    python3 tools/amalgamate.py --check    status 1 and the name of each header that is not what src/ gives

A header includes the others by name ("cucore.h"), as users do: those lines stay.  First the text that programs for NVRTC find
as "cucore_kernel.h" is written to src/made/device_text.c.
"""
import argparse
import os
import pathlib
import re
import sys

import headers

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
RULES = SOURCES / "rules.txt"
ROOM = re.compile(r'#include "(\w[\w.]*/[\w./]+)"[^\n]*\n\n?')
FIRST = re.compile(r"/\* (cucore[\w/]*\.(?:h|hpp)) - v")
NOTE = " * Made from src/{} by tools/amalgamate.py: change it there, then `make headers`.\n"
END = re.compile(r"^/\* -+ end of the declarations -- \*/$", re.MULTILINE)
FUNCTION = re.compile(r"^CUCORE_API\b[^;{=]*?\bcucore(_\w+)\s*\(", re.MULTILINE)
DASHES = re.compile(r"^/\* -{13,}", re.MULTILINE)  # of the lines that begin a part
PADDING = re.compile(r"[ \t]+\\$", re.MULTILINE)  # clang-format puts the backslashes of macros into one column
TAG = re.compile(r"^ \*     >>((?:\w+-)?rules) ", re.MULTILINE)

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(/\*.*?\*/|//[^\n]*)', re.DOTALL)
ID = r"[ABCDPTX][0-9]{1,3}"
SECTION = r"[0-9](?:\.[0-9]{1,2})?"
# After the word "rules" sections count, too; elsewhere ids alone, in ranges or not.
LIST = re.compile(rf"\b(?:rules|protocols) (?:table )?((?:{ID}|{SECTION})\b(?:(?:,| to| and|, and) (?:{ID}|{SECTION})\b)*)"
                  rf"|\b({ID}(?: to {ID})?)\b")
RANGE = re.compile(rf"({ID}|{SECTION})(?: to ({ID}|{SECTION}))?")
LANGUAGES = {"C89", "C90", "C99", "C11", "C17", "C23"}  # a rule only after the word "rules"

DEVICE_TEXT = SOURCES / "made" / "device_text.c"
LONGEST = 3800  # characters of a string, of 4095 in C99
DEVICE_HEAD = """\
/* ----------------------------------------------------------------------------------------- >>impl-program-text -- */
/* made/device_text.c: the device half of cucore_kernel.h, as programs include it.  Made by `make headers`.  For program/program.c. */
/* clang-format off */
"""

HEAD = """\
/* {dashes} >>{tag} -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
{lines} */
"""


def inlined(path, seen=()):
    """The text of a file with its rooms in place."""
    if path in seen:
        sys.exit(f"{path} includes itself")
    text = path.read_text()
    return ROOM.sub(lambda match: inlined(SOURCES / match.group(1), (*seen, path)) + "\n", text)


def rooms(path):
    """The files that a header is made of, itself first."""
    found = [path]
    for name in ROOM.findall(path.read_text()):
        found += rooms(SOURCES / name)
    return found


def between(first, last):
    """The names from one to another: D8 to D10, 1.6 to 1.8."""
    stem, low, high = re.match(r"[A-Z]|\d\.|", first).group(), *(re.search(r"\d+$", name).group() for name in (first, last))
    if not last.startswith(stem) or int(low) > int(high):
        sys.exit(f"no range of rules: {first} to {last}")
    width = len(low) if low.startswith("0") else 0
    return [f"{stem}{n:0{width}}" for n in range(int(low), int(high) + 1)]


def cited(text):
    """The ids and sections that the comments of a text cite."""
    found = set()
    for comment in filter(None, COMMENT.findall(text)):
        for after_word, alone in LIST.findall(re.sub(r"\s*\n\s*(?:\* ?)?", " ", comment)):
            for first, last in RANGE.findall(after_word or alone):
                if after_word or first not in LANGUAGES:
                    found.update(between(first, last or first))
    return found


def order(name):
    """Sections first, then ids by letter and number."""
    return [(part if part.isalpha() else "", int(part) if part.isdigit() else 0) for part in re.findall(r"[A-Z]|\d+", name)]


def read_rules():
    """What src/rules.txt says of each rule."""
    rules = {}
    for line in RULES.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, meaning = line.partition(" ")
        if not re.fullmatch(rf"{ID}|{SECTION}", name) or not meaning.strip() or "*/" in meaning or name in rules:
            sys.exit(f"src/rules.txt: no rule, or one that stands there already: {line}")
        rules[name] = meaning.strip()
    return rules


def with_rules(name, text, rules):
    """The header with the rules that it cites, before the end of its declarations."""
    names, tag, end = sorted(cited(text), key=order), TAG.search(text), END.search(text)
    missing = [rule for rule in names if rule not in rules]
    if missing:
        sys.exit(f"src/{name} cites rules without a line in src/rules.txt: {', '.join(missing)}")
    if not end or bool(names) != bool(tag):
        sys.exit(f"src/{name}: " + ("no end of the declarations" if not end else "it cites no rules, but its CONTENTS list them"
                 if tag else "it cites rules, but its CONTENTS have no line for >>rules, >>..-rules"))
    if not names:
        return text
    lines = "".join(f" * {rule:<4}  {rules[rule]}\n" for rule in names)
    section = HEAD.format(dashes="-" * 12, tag=tag.group(1), lines=lines)
    return text[:end.start()] + "\n" + section + text[end.start():]


def with_names(text):
    """The header with a macro above the declaration of each function that is not static: its name for the linker."""
    named = set()
    moved = "\n#define CUCORE_RESULTS_H\n" in text  # until 0.4: see the end of cucore_python.h

    def declared(found):
        function = found.group(1)
        if function in named:
            return found.group()
        named.add(function)
        said = f"CUCORE_MOVED(cucore{function}) " if moved else ""
        return f"#define cucore{function} {said}CUCORE_NAME({function})\n{found.group()}"
    return FUNCTION.sub(declared, text)


def header_sources():
    """Returns the source of each header, by the name that its first line gives it."""
    paths = sorted(path for path in SOURCES.rglob("*") if path.suffix in (".h", ".hpp"))
    named = ((FIRST.match(path.read_text()), path) for path in paths)
    return {first.group(1): path for first, path in named if first}


def made(path, rules):
    """Returns the header, with its source in the second line, and without blanks and dashes that only make columns."""
    text = DASHES.sub("/* " + "-" * 12, PADDING.sub(r" \\", inlined(path)))
    if path.parent == SOURCES:
        text = with_names(with_rules(path.name, text, rules))
    elif cited(text):
        sys.exit(f"src/{path.relative_to(SOURCES)} cites rules, of which headers of C++ have no list: {', '.join(cited(text))}")
    first, rest = text.split("\n", 1)
    return first + "\n" + NOTE.format(path.relative_to(SOURCES).as_posix()) + rest


def device_half():
    """cucore_kernel.h as NVRTC sees it: its declarations without comments and blanks, and without what is for the host."""
    text = END.split((SOURCES / "cucore_kernel.h").read_text())[0]
    text = ROOM.sub(lambda match: inlined(SOURCES / match.group(1)) + "\n", text)
    text = COMMENT.sub(lambda found: " " if found.group(1) else found.group(), text)
    lines, depth, host = [], 0, 0  # host: how deep the condition is that leaves something out
    for line in re.sub(r"[ \t]*\\\n\s*", " ", text).splitlines():
        line = re.sub(r"\s+", " ", line).strip()
        depth += line.startswith("#if")
        if line == "#if !defined(__CUDACC_RTC__)" and not host:
            host = depth
        if line and not host:
            lines.append(line)
        if line.startswith("#endif"):
            host = 0 if host == depth else host
            depth -= 1
    return "\n".join(lines + ["#endif"] * depth) + "\n"


def device_room():
    """That as a C file, in strings that are short enough for C99."""
    pieces, rest = [], device_half()
    while rest:
        cut = rest.rfind("\n", 0, LONGEST) + 1
        pieces.append(rest[:cut])
        rest = rest[cut:]
    rows = []
    for number, piece in enumerate(pieces):
        quoted = [line.replace("\\", "\\\\").replace('"', '\\"') for line in piece.splitlines()]
        rows.append(f"static const char cucore__device_text_{number}[] =\n" + "\n".join(f'    "{line}\\n"' for line in quoted) + ";\n")
    names = ", ".join(f"cucore__device_text_{number}" for number in range(len(pieces)))
    return DEVICE_HEAD + "".join(rows) + f"static const char *const cucore__device_text[] = {{{names}, NULL}};\n/* clang-format on */\n"


def generated():
    """Returns the files that this tool writes."""
    return [DEVICE_TEXT, *(ROOT / name for name in header_sources())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    room = device_room()
    if not DEVICE_TEXT.exists() or DEVICE_TEXT.read_text() != room:
        if options.check:
            sys.exit(f"not what src/ gives (run make headers): {DEVICE_TEXT.relative_to(ROOT)}")
        DEVICE_TEXT.write_text(room)
    sources = header_sources()
    if set(sources) != set(headers.NAMES):
        sys.exit("src/headers.txt and the first lines of files in src/ name different headers: "
                 + ", ".join(sorted(set(sources) ^ set(headers.NAMES))))
    used = [room for source in sources.values() for room in rooms(source)]
    rules = read_rules()
    texts = {name: made(source, rules) for name, source in sources.items()}
    idle = sorted(set(rules).difference(*(cited(inlined(source)) for source in sources.values())), key=order)
    if idle:
        sys.exit("src/rules.txt has lines for rules that no comment cites: " + ", ".join(idle))
    stale = []
    for name, text in texts.items():
        header = ROOT / name
        if header.exists() and header.read_text() == text:
            continue
        stale.append(name)
        if not options.check:  # in one piece: a compiler that reads it meanwhile has the old one or the new one
            header.parent.mkdir(exist_ok=True)
            fresh = header.with_name(f".{header.name}.{os.getpid()}")
            fresh.write_text(text)
            fresh.replace(header)
    unused = sorted(str(path.relative_to(ROOT)) for path in SOURCES.rglob("*")
                    if path.suffix in (".c", ".h", ".hpp") and path not in used and "kernels" not in path.parts)
    if unused:
        sys.exit("no header includes " + ", ".join(unused))
    if stale and options.check:
        sys.exit("not what src/ gives (run make headers): " + ", ".join(stale))
    print("made " + ", ".join(stale) if stale else "all headers are fresh")


if __name__ == "__main__":
    main()
