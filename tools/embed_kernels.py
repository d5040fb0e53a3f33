"""Compiles the kernels of src/copy/kernels/copy.cu and writes their PTX to src/made/ptx_cast.c and ptx_blocks.c, for the headers of these names;
`make headers` comes next.

    python3 tools/embed_kernels.py            write the files
    python3 tools/embed_kernels.py --check    status 1 when one is not what it would be; 77 when nvcc is not there
    python3 tools/embed_kernels.py --hash     status 1 when the kernels have changed since the files were made; nvcc is not called

The PTX is nvcc's with lower .version and .target lines, which ptxas and the driver check against what is used, without comments
and blanks, its registers renumbered, and packed: see below.
"""
import argparse
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS_IN = ROOT / "src" / "copy" / "kernels"
MADE_IN = ROOT / "src" / "made"
UNPACKED_BY = ROOT / "src" / "copy" / "emit" / "load.c"
HEADERS = {"cast": ("convert",), "blocks": ("blocks", "flat")}  # their kernels
VERSION, TARGET = "6.0", "sm_50"
WIDTH = 116
LITERAL = 4000


def sources(path, found):
    """What copy.cu is made of, each file once, itself first."""
    if path not in found:
        found.append(path)
        for name in re.findall(r'^#include "(.+)"', path.read_text(), re.MULTILINE):
            sources((path.parent / name).resolve(), found)
    return found


def source_hash():
    digest = hashlib.sha256()
    for path in sources(KERNELS_IN / "copy.cu", []):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def compiler():
    nvcc = shutil.which("nvcc")
    if not nvcc:
        return None, None
    version = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    return nvcc, re.search(r"V([0-9.]+)", version).group(1)


def compile_ptx(nvcc):
    """Each kernel by name: the lines of a module of its own."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "kernels.ptx"
        subprocess.run([nvcc, "-ptx", "-O3", "-std=c++11", "-arch=sm_75", str(KERNELS_IN / "copy.cu"), "-o", str(out)], check=True)
        head, *kernels = re.split(r"(?=\.visible \.entry )", re.sub(r"//[^\n]*", "", out.read_text()))
    names = [re.match(r"\.visible \.entry cucore_copy_(\w+)", text)[1] for text in kernels]
    return {name: shorten(head + "\n" + text, name) for name, text in zip(names, kernels)}


def shorten(text, name):
    text = re.sub(r"\.pragma \"used_bytes_mask[^;]*;", "", text)
    text = re.sub(r"\.version [0-9.]+", f".version {VERSION}", text)
    text = re.sub(r"\.target \w+", f".target {TARGET}", text)
    text = text.replace(f"cucore_copy_{name}_param_0", "p")
    text = re.sub(r"\$L__BB\d+_", "L", text)
    text = re.sub(r"%rd(\d)", r"%d\1", text).replace("%rd<", "%d<")
    lines = [re.sub(r"\s+", " ", line).strip() for line in text.splitlines()]
    lines = [re.sub(r" ?([,;{}\[\]|]) ?", r"\1", line) for line in lines if line]
    return [line for line in lines if line]


# -- packed: the C side is cucore__ptx_unpack and cucore__ptx_number in src/copy/emit/load.c ---------------------------------
# Registers and labels are numbered in the order in which they appear: NEW stands for the next number of its class (the letter
# before), AGO and a digit for one of the last numbers.  Then unrolled code, and the code that kernels share, is the same text
# again.  What was there before is copied: a mark, for the length, and how far back, in two or three digits of base 91.
NEWLINE, QUOTE, END, NEW, AGO = "~|!#$"
RECENT = 10
CLASSES = {"%rs": "%h", "%fd": "%g"}  # one letter each
DIGITS = [chr(c) for c in range(33, 127) if chr(c) not in '"\\?']
MARKS = re.search(r'CUCORE__PTX_MARKS "(.+)"', UNPACKED_BY.read_text())[1]  # no PTX has these
HALF = len(MARKS) // 2
NEAR = len(DIGITS) ** 2
SHORTEST = 4


def renumbered(lines):
    """The text with the numbers of registers and labels as NEW and AGO."""
    text = "".join(line + NEWLINE for line in lines).replace('"', QUOTE)
    for old, new in CLASSES.items():
        text = re.sub(rf"{old}(?=[\d<])", new, text)
    begin, seen, count = text.index("{" + NEWLINE) + 2, {}, {}

    def number(found):
        name, register = found[1], found[0]
        if register not in seen:
            seen[register] = count[name] = count.get(name, -1) + 1
            return name + NEW
        ago = count[name] - seen[register]
        return f"{name}{AGO}{chr(ord('0') + ago)}" if ago < RECENT else f"{name}{seen[register]}"
    return text[:begin] + re.sub(r"(%[a-z]|(?<![.\w])L)(\d+)\b", number, text[begin:]) + END


def matches(text):
    """For each place the longest repetition of what is near, and of what is not: (length, distance) pairs."""
    found, places = [], {}
    for i in range(len(text)):
        best = [(0, 0), (0, 0)]
        if found and max(found[-1])[0] > 64:  # in the middle of a long one
            best = [(max(length - 1, 0), distance) for length, distance in found[-1]]
        else:
            for j in reversed(places.get(text[i:i + SHORTEST], [])[-150:]):
                length, which = SHORTEST, i - j > NEAR
                while i + length < len(text) and text[i + length] == text[j + length]:
                    length += 1
                if length > best[which][0]:
                    best[which] = length, i - j
        found.append(best)
        places.setdefault(text[i:i + SHORTEST], []).append(i)
    return found


def match_of(length, distance):
    """A repetition as it is written."""
    far, base, rest = distance > NEAR, len(DIGITS), length - SHORTEST
    out = MARKS[far * HALF + min(rest, HALF - 1)]
    if rest >= HALF - 1:
        rest -= HALF - 1
        out += DIGITS[-1] * (rest // (base - 1)) + DIGITS[rest % (base - 1)]
    for place in range(2, -1, -1) if far else range(1, -1, -1):
        out += DIGITS[(distance - 1) // base ** place % base]
    return out


def packed(text):
    """The shortest way to write the text: literal characters and repetitions."""
    found, cost, way = matches(text), [0] * (len(text) + 1), [None] * len(text)
    for i in range(len(text) - 1, -1, -1):
        cost[i] = cost[i + 1] + 1
        for most, distance in found[i]:
            for length in [*range(SHORTEST, min(most, 48)), *([most] if most >= SHORTEST else [])]:
                size = len(match_of(length, distance)) + cost[i + length]
                if size < cost[i]:
                    cost[i], way[i] = size, (length, distance)
    out, i = [], 0
    while i < len(text):
        out.append(match_of(*way[i]) if way[i] else text[i])
        i += way[i][0] if way[i] else 1
    return "".join(out)


def arrays(kernels, header):
    """C arrays of the packed text of kernels, in the order of their numbers, in literals of LITERAL characters at most."""
    text = "".join(map(renumbered, kernels.values()))
    if set(text) & set(MARKS):
        sys.exit(f"the PTX has characters that are marks: {set(text) & set(MARKS)}")
    short, out, names = packed(text), [], []
    for k in range(0, len(short), LITERAL):
        names.append(f"cucore__ptx_{header}_{k // LITERAL}")
        rows = [short[i:min(i + WIDTH - 6, k + LITERAL, len(short))] for i in range(k, min(k + LITERAL, len(short)), WIDTH - 6)]
        out.append(f"static const char {names[-1]}[] =\n" + "\n".join(f'    "{row}"' for row in rows) + ";")
    out.append(f"static const char *const cucore__ptx_{header}_packed[] = {{{', '.join(names)}, NULL}};")
    out.append(f"enum {{ {', '.join(f'cucore__kernel_ptx_{name}' for name in kernels)} }}; /* their order */")
    return [f"#define CUCORE__PTX_{header.upper()}_BYTES {len(text)} /* of all kernels, unpacked */", *out]


def ptx_file(kernels, version, header):
    tag = f" >>impl-{'copy-' if header == 'blocks' else ''}{header}-ptx -- */"
    out = ["/* " + "-" * (115 - len(tag)) + tag, "/* clang-format off */",
           f"/* Made by `make kernels` with nvcc {version} from src/copy/kernels/ ({source_hash()}): PTX {VERSION} for {TARGET}. */"]
    out += arrays({name: kernels[name] for name in HEADERS[header]}, header)
    out.append("/* clang-format on */")
    return "\n".join(out) + "\n"


def generated():
    """Returns the files that this tool writes."""
    return [MADE_IN / f"ptx_{header}.c" for header in HEADERS]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--hash", action="store_true")
    options = parser.parse_args()
    texts = {path: path.read_text() if path.exists() else "" for path in generated()}
    made = {re.search(r"Made by `make kernels` with nvcc ([0-9.]+) from src/copy/kernels/ \((\w+)\)", text).groups() for text in texts.values()}
    if (options.check or options.hash) and {source for _, source in made} != {source_hash()}:
        sys.exit("src/made/ptx_*.c are not made of the kernels as they are: run make kernels")
    if options.hash:
        return
    nvcc, version = compiler()
    if options.check and {(version, source_hash())} != made:
        print(f"the PTX is not compared: nvcc {made} is not here", "" if not version else f"({version} is)")
        sys.exit(77)
    if not nvcc:
        sys.exit("nvcc is not installed")
    kernels = compile_ptx(nvcc)
    fresh = {path: ptx_file(kernels, version, header) for path, header in zip(generated(), HEADERS)}
    if options.check:
        sys.exit(0 if fresh == texts else "src/made/ptx_*.c are not what make kernels would make")
    for path, text in fresh.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
