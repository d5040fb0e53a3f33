"""Lists all public names of the headers in docs/reference/names.md: functions with their signature, flags with their meaning.

    python3 tools/list_names.py            write it
    python3 tools/list_names.py --check    status 1 if it is not what the headers give, or a function has no line

A function's line is what follows "name - " in the comment on its declaration; functions that share a comment share it. It stays in the header.
Sections that are implemented, >>impl-..., count for declarations alone.
"""
import argparse
import re
import sys

import headers

ROOT = headers.ROOT
HEADERS = headers.C_NAMES
PAGE = ROOT / "docs" / "reference" / "names.md"

PIECE = re.compile(r"""
    ^/\*\ -+\ >>(?P<section>[\w-]+)\ --\ \*/$
  | ^/\*(?P<comment>.*?)\*/
  | ^(?:CUCORE_API|static\ inline|CUCORE__KERNEL_INLINE)\b[^;{=]*?\b(?P<function>cucore_\w+)\s*\([^;{]*(?P<end>[;{])
  | ^typedef\ (?:struct|enum|union)\ (?P<type>cucore_\w+)
  | ^typedef\ [^;{]*?\(\*(?P<pointer>cucore_\w+)\)
  | ^(?:typedef\ )?enum\b[^{;]*\{(?P<enumerators>.*?)\}
  | ^[ ]*\#[ ]*define\ (?P<macro>CUCORE_\w+)(?P<body>(?:[^\\\n]|\\\n|\\.)*)
""", re.M | re.S | re.X)
COMPAT = re.compile(r"^/\* Until 0\.4: .*?^#endif /\* until 0\.4 \*/$", re.M | re.S)  # for files that were written for 0.2
LINKED = re.compile(r"^#define cucore\w+ (?:CUCORE_MOVED\(\w+\) )?CUCORE_NAME\(\w+\)\n", re.M)  # above a declaration: its name for the linker
ENUM_BODY = re.compile(r"^typedef enum cucore_\w+ \{(.*?)\}", re.M | re.S)
LINES = re.compile(r"^\s*(?:\* )?(cucore_\w+(?:\s*,(?:\s|\*)*cucore_\w+)*) - (.*)$", re.M)
ENUMERATOR = re.compile(r"\b(CUCORE_[A-Z0-9]\w*)\s*(?:=|,|$)")
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def is_public(name):
    return not re.match(r"(?i)cucore__", name)


def described(comment):
    """Name -> line, of the functions that a comment speaks of."""
    found = {}
    for names, line in LINES.findall(comment):
        for name in re.findall(r"cucore_\w+", names):
            found[name] = line.strip()
    return found


def expanded(lists, macros, text):
    """The enumerators of an enum, those made by a list of rows among them."""
    names = []
    for rows, row in re.findall(r"(CUCORE_\w+_LIST)\((\w+)\)", text):
        prefix = re.search(r"(CUCORE_\w*?)##", macros.get(row, ""))
        names += [prefix.group(1) + name for name in lists.get(rows, ())] if prefix else []
    return names + ENUMERATOR.findall(re.sub(r"CUCORE_\w+_LIST\(\w+\)", "", COMMENT.sub("", text)))


def read(header):
    """What a header declares: (kind, section, name, line), in its order."""
    text = LINKED.sub("", COMPAT.sub("", (ROOT / header).read_text()))
    section, lines, last = "", {}, ("", -1)
    lists, macros, found = {}, {}, []
    for piece in PIECE.finditer(text):
        if piece["section"]:
            section = piece["section"]
        elif section.startswith("impl-") and not (piece["function"] and piece["end"] == ";"):
            continue
        elif piece["comment"] is not None:
            lines.update(described(piece["comment"]))
            first = piece["comment"].strip().split("\n")[0].strip()
            last = (first, piece.end()) if " - " not in first else (first.split(" - ", 1)[1], piece.end())
        elif piece["function"]:
            name = piece["function"]
            follows = not text[last[1]:piece.start()].strip() and "\n\n" not in text[last[1]:piece.start()]
            line = lines.get(name) or (last[0] if follows else "")
            found.append(("function", section, name, line))
            last = (line, piece.end())
        elif piece["type"] or piece["pointer"]:
            found.append(("type", section, piece["type"] or piece["pointer"], ""))
            body = ENUM_BODY.match(text, piece.start())
            found += [("enumerator", section, name, "") for name in expanded(lists, macros, body.group(1) if body else "")]
        elif piece["enumerators"] is not None:
            found += [("enumerator", section, name, "") for name in expanded(lists, macros, piece["enumerators"])]
        else:
            macros[piece["macro"]] = piece["body"]
            if piece["macro"].endswith("_LIST"):
                lists[piece["macro"]] = re.findall(r"\bX\((\w+),", piece["body"])
            found.append(("macro", section, piece["macro"], ""))
    return [(kind, section.replace("impl-", ""), name, line) for kind, section, name, line in found if is_public(name)]


DECORATION = re.compile(r"\b(?:CUCORE_(?:API|NODISCARD|CONSUMES|BLOCKS|TAKES_GIL)|CUCORE__\w+|static|inline)\b|CUCORE_PRINTF\(.*?\)|[;{]$")


def signatures():
    """Name -> declaration, of every public function, without what is for compilers."""
    found = {}
    for header in HEADERS:
        for piece in PIECE.finditer(LINKED.sub("", (ROOT / header).read_text())):
            if piece["function"]:
                text = " ".join(DECORATION.sub(" ", COMMENT.sub(" ", piece[0])).split())
                found.setdefault(piece["function"], text.replace("( ", "(").replace(" )", ")"))
    return found


def flags():
    """Rows of CUCORE_ARG_FLAG_LIST: (name, bit, meaning), and (None, None, sentence) for the head of a group."""
    rows = re.search(r"#define CUCORE_ARG_FLAG_LIST\(X\)(.*?)/\* clang-format on", (ROOT / "cucore.h").read_text(), re.S)[1]
    return [(f"CUCORE_{name}" if name else None, bit or None, meaning)
            for name, bit, meaning in re.findall(r"^ +(?:X\((\w+), +(\d+)\) )?/\* (.*?) \*/", rows, re.M)]


def read_all():
    """Header -> what it declares; each name once, where it is declared first."""
    seen, found = set(), {}
    for header in HEADERS:
        found[header] = [row for row in read(header) if not (row[2] in seen or seen.add(row[2]))]
    return found


def functions():
    """Name -> line, of every public function."""
    return {name: line for rows in read_all().values() for kind, _, name, line in rows if kind == "function"}


def by_section(rows):
    """Section -> rows, in the order of the first of each."""
    groups = {}
    for row in rows:
        groups.setdefault(row[1], []).append(row)
    return groups


def page():
    """The text of docs/reference/names.md."""
    all_rows = read_all()
    count = {kind: sum(row[0] == kind for rows in all_rows.values() for row in rows)
             for kind in ("function", "type", "macro", "enumerator")}
    declared = signatures()
    out = ["# Public names", "", "Made by `make names` from the headers, where a comment on each declaration describes it.", "",
           f"{count['function']} functions, {count['type']} types, {count['macro']} macros, "
           f"{count['enumerator']} enumerators.", "", "## Functions"]
    for header, rows in all_rows.items():
        groups = by_section(row for row in rows if row[0] == "function")
        out += ["", f"### {header}"] if groups else []
        for section, group in groups.items():
            out += ["", f"{section}:", ""] + [f"- `{declared[name]}`" for _, _, name, _ in group]
    out += ["", "## Flags of cucore_arg", "", "[py]: only for objects of Python. [all]: compares the arguments of one call (`CUCORE_TOGETHER`)."]
    out += [f"- `{name}` ({bit}): {meaning}" if name else f"\n{meaning}\n" for name, bit, meaning in flags()]
    for title, kinds in (("Types", ["type"]), ("Macros and enumerators", ["macro", "enumerator"])):
        out += ["", f"## {title}"]
        for header, rows in all_rows.items():
            names = [f"`{name}`" for kind, _, name, _ in rows if kind in kinds]
            out += ["", f"{header}: {', '.join(names)}"] if names else []
    return "\n".join(out) + "\n"


def generated():
    """Returns the files that this tool writes."""
    return [PAGE]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    text = page()
    if options.check:
        without = [name for name, line in functions().items() if not line]
        if without:
            sys.exit("without a line: " + ", ".join(without))
        if not PAGE.exists() or PAGE.read_text() != text:
            sys.exit("docs/reference/names.md is not what the headers give (run make names)")
    else:
        PAGE.write_text(text)
    print(f"{len(functions())} functions")


if __name__ == "__main__":
    main()
