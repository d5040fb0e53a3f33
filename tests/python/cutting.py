"""Copies that `vendor --for` cut, compiled and compared with the whole headers: function by function, as assembler."""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

import readme

ROOT = readme.ROOT
sys.path.insert(0, str(ROOT / "packaging" / "python"))
from cucore.__main__ import main  # noqa: E402

LABEL = re.compile(r"\.L[\w.$]+")
NUMBERED = re.compile(r"\.(?:constprop|isra|part|cold|\d+)(?:\.\d+)?\b")
SYMBOL = re.compile(r"[A-Za-z_][\w.$]*")
DEFINES = re.compile(r"^([\w.$]+):")
COMPILERS = {"gcc": ("gcc", "-std=gnu99"), "clang": ("clang", "-std=gnu99"), "g++": ("g++", "-xc++", "-std=c++17"),
             "clang++": ("clang++", "-xc++", "-std=c++17")}
OPTIONS = ("-fPIC", "-g0", "-w", "-S", "-fno-asynchronous-unwind-tables")


def includes(headers):
    """The folders of others, after the one with these headers."""
    return [f"-I{headers}", f"-I{ROOT / 'systems' / 'nccl_arrays'}", *readme.includes()[1:]]


def assembler(compiler, source, headers, *more):
    """The assembler that a compiler makes of a source, with CUCORE_STATIC, and what it prints; None if it refuses the source."""
    common = ["-O0", "-DCUCORE_STATIC", *more, str(source), *includes(headers), f"-I{pathlib.Path(source).parent}"]
    if compiler == "nvcc":  # one architecture, so that there is one PTX
        return of_nvcc(common)
    done = subprocess.run([*COMPILERS[compiler], *OPTIONS, *common, "-o", "-"], capture_output=True, text=True, timeout=600)
    return done.stdout if done.returncode == 0 else None, done.stderr


def of_nvcc(common):
    """The same of nvcc: the functions of the host, and the PTX of the device as one more."""
    command = ["nvcc", "-std=c++17", "-w", "-arch=sm_90", *common]
    with tempfile.TemporaryDirectory() as scratch:
        host, device = pathlib.Path(scratch, "host.s"), pathlib.Path(scratch, "device.ptx")
        for options in (["-Xcompiler", ",".join(OPTIONS), "-c", "-o", host], ["-ptx", "-o", device]):
            done = subprocess.run([*command, *map(str, options)], capture_output=True, text=True, timeout=600)
            if done.returncode:
                return None, done.stderr
        ptx = "\n".join(f"\t.string\t{line}" for line in device.read_text().split("\n") if not line.startswith("//"))
        text = f"{host.read_text()}\n\t.text\n\t.type\tptx, @function\nptx:\n{ptx}\n\t.size\tptx, .-ptx\n"
    return text, ""


def from_cython(source, folder):
    """The C or C++ that Cython makes of a .pyx, in a folder; None if Cython refuses the source."""
    made = pathlib.Path(folder, source.stem + (".cpp" if "libcpp" in source.read_text() else ".c"))
    done = subprocess.run([sys.executable, "-m", "cython", "-3", *(["--cplus"] if made.suffix == ".cpp" else []),
                           f"-I{ROOT}/packaging/python", f"-I{source.parent}", str(source), "-o", str(made)])
    return made if done.returncode == 0 else None


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
    """The functions that differ, and how many there are; None if the compiler refuses the source with the whole headers.

    At -O0 gcc also keeps functions that are not called: those may be absent from the cut headers, if no other function names them.
    """
    whole, _ = assembler(compiler, source, ROOT, *more)
    if whole is None:
        return None
    part, said = assembler(compiler, source, folder, *more)
    assert part is not None, f"{compiler} refuses {source}: {said[:600]}"
    old, new = functions(whole), functions(part)
    named = {NUMBERED.sub("", word) for lines in new.values() for line in lines for word in SYMBOL.findall(line)}
    absent = set(old) - set(new)
    return {name for name in new if old.get(name) != new[name]} | absent & named, len(new)


def code_lines(folder):
    """Lines that are neither blank nor comment, in all headers of a folder."""
    bare = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.S)
    text = "".join(path.read_text() for path in sorted(pathlib.Path(folder).rglob("*.h*")) if path.name != "dlpack.h")
    text = bare.sub(lambda found: found[0] if found[0].startswith('"') else "\n" * found[0].count("\n"), text)
    return sum(1 for line in text.split("\n") if line.strip())


if __name__ == "__main__":  # python3 tests/python/cutting.py COMPILER SOURCE...: which functions differ
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
