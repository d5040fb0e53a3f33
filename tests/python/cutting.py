"""Copies that `vendor --for` cut, compiled and compared with the whole headers: function by function, as assembler."""
import collections
import os
import pathlib
import re
import subprocess
import sys

import readme

ROOT = readme.ROOT
sys.path.insert(0, str(ROOT / "packaging" / "python"))
from cucore.__main__ import main  # noqa: E402

LABEL = re.compile(r"\.L[\w.$]+")
NUMBERED = re.compile(r"\.(?:constprop|isra|part|cold|\d+)(?:\.\d+)?\b")
DEFINES = re.compile(r"^([\w.$]+):")
COMPILERS = {"gcc": ("gcc", "-std=gnu99"), "clang": ("clang", "-std=gnu99"), "g++": ("g++", "-xc++", "-std=c++17"),
             "clang++": ("clang++", "-xc++", "-std=c++17")}


def includes(headers):
    """The folders of others, after the one with these headers."""
    return [f"-I{headers}", f"-I{ROOT / 'examples' / 'nccl_arrays'}", *readme.includes()[1:]]


def assembler(compiler, source, headers, *more):
    """What a compiler makes of a source, with CUCORE_STATIC, and what it prints; None if it refuses the source."""
    command = [*COMPILERS[compiler], "-O2", "-fPIC", "-g0", "-w", "-S", "-fno-asynchronous-unwind-tables", "-DCUCORE_STATIC", *more,
               str(source), "-o", "-", *includes(headers), f"-I{pathlib.Path(source).parent}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.stdout if done.returncode == 0 else None, done.stderr


def functions(text):
    """Function -> its instructions, with what labels stand for in place of their numbers."""
    blocks, order, name, section = collections.defaultdict(list), [], None, ""
    kinds = dict(re.findall(r"^\s*\.type\s+([\w.$]+),\s*@(\w+)", text, re.M))
    inside = ""
    for line in text.split("\n"):
        line = re.sub(r"\s*#.*$", "", line).strip()
        found = DEFINES.match(line)
        if found:
            name = found[1]
            order.append(name)
            if kinds.get(name) == "function":
                inside = name
            if inside and name.startswith((".L", "L")) and section == "code":
                blocks[inside].append(line)
            continue
        if re.match(r"\.(?:text|section|data|bss|pushsection)\b", line):
            section = "code" if re.match(r"\.text|\.section\s+\.text", line) else "data"
            continue
        if not line or re.match(r"\.(?:p2align|align|globl|type|hidden|local|file|ident|addrsig|loc|weak|comm|set|cfi_|cv_)", line):
            continue
        if line.startswith(".size"):
            if kinds.get(line.split()[1].rstrip(",")) == "function":
                inside = ""
            continue
        if section == "code" and inside:
            blocks[inside].append(line)
        elif name:
            blocks[name].append(line)
    return {NUMBERED.sub("", name): normal(name, blocks) for name in kinds if kinds[name] == "function" and name in blocks}


def normal(name, blocks):
    """The lines of a function, each label as its place among the labels, or as the data that it is of."""
    places = {}
    lines = blocks[name]

    def place(found):
        label = found[0]
        if label in places:
            return places[label]
        if label in blocks and label not in own:
            places[label] = f"<table {len(places)}>"
            data = [LABEL.sub(place, line) for line in blocks[label]]
            if not any(".L" in line for line in blocks[label]):
                places[label] = "<" + " ".join(data) + ">"
        else:
            places[label] = f"<label {len(places)}>"
        return places[label]
    own = {line[:-1] for line in lines if line.startswith(".L") and line.endswith(":")}
    return [NUMBERED.sub("", LABEL.sub(place, line)) for line in lines]


def cut(folder, *sources, more=()):
    """Writes the headers that sources need to a folder."""
    main(["vendor", str(folder), *more, "--for", *map(str, sources)])
    return folder


def compare(compiler, source, folder, *more):
    """The functions that differ, and how many there are; None if the compiler refuses the source with the whole headers."""
    whole, _ = assembler(compiler, source, ROOT, *more)
    if whole is None:
        return None
    part, said = assembler(compiler, source, folder, *more)
    assert part is not None, f"{compiler} refuses {source}: {said[:600]}"
    old, new = functions(whole), functions(part)
    return {name for name in set(old) | set(new) if old.get(name) != new.get(name)}, len(old)


def code_lines(folder):
    """Lines that are neither blank nor comment, in all headers of a folder."""
    bare = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.S)
    text = "".join(path.read_text() for path in sorted(pathlib.Path(folder).rglob("*.h*")))
    text = bare.sub(lambda found: found[0] if found[0].startswith('"') else "\n" * found[0].count("\n"), text)
    return sum(1 for line in text.split("\n") if line.strip())


if __name__ == "__main__":  # python3 tests/python/cutting.py COMPILER SOURCE...: which functions differ
    import tempfile
    for argument in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as scratch:
            target = cut(pathlib.Path(scratch) / "cut", argument)
            for which in sys.argv[1].split(","):
                try:
                    differing = compare(which, argument, target)
                except AssertionError as error:
                    print(which, argument, error)
                    continue
                print(which, argument, "refused" if differing is None else f"{len(differing[0])} of {differing[1]} differ", *sorted((differing or [()])[0])[:6])
                sys.stdout.flush()
