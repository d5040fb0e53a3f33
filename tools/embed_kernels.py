"""Compiles the kernels in src/copy/kernels/ (listed in src/copy/params.h) and writes their PTX to src/made/ptx.c; `make headers` comes next.

    python3 tools/embed_kernels.py            write the file
    python3 tools/embed_kernels.py --check    status 1 when it is not what it would be; 77 when nvcc is not there

The PTX is nvcc's with lower .version and .target lines, which ptxas and the driver check against what is used, and
without comments and blanks.
"""
import argparse
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS_IN = ROOT / "src" / "copy" / "kernels"
TEXT = ROOT / "src" / "made" / "ptx.c"
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
    """Each kernel of the list in params.h, by name: the lines of a module of its own."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "kernels.ptx"
        subprocess.run([nvcc, "-ptx", "-O3", "-std=c++11", "-arch=sm_75", str(KERNELS_IN / "copy.cu"), "-o", str(out)], check=True)
        head, *kernels = re.split(r"(?=\.visible \.entry )", re.sub(r"//[^\n]*", "", out.read_text()))
    head, shared = re.match(r"(.*)(\.extern \.shared[^;]*;)", head, re.DOTALL).groups()
    names = [re.match(r"\.visible \.entry cucore_copy_(\w+)", text)[1] for text in kernels]
    return {name: shorten(head + (shared if "copy_shared" in text else "") + "\n" + text, name) for name, text in zip(names, kernels)}


def shorten(text, name):
    text = re.sub(r"\.pragma \"used_bytes_mask[^;]*;", "", text)
    text = re.sub(r"\.version [0-9.]+", f".version {VERSION}", text)
    text = re.sub(r"\.target \w+", f".target {TARGET}", text)
    text = text.replace(f"cucore_copy_{name}_param_0", "p").replace("copy_shared", "tile")
    text = re.sub(r"\$L__BB\d+_", "L", text)
    text = re.sub(r"%rd(\d)", r"%d\1", text).replace("%rd<", "%d<")
    lines = [re.sub(r"\s+", " ", line).strip() for line in text.splitlines()]
    lines = [re.sub(r" ?([,;{}\[\]|]) ?", r"\1", line) for line in lines if line]
    return [line for line in lines if line]


def literals(lines):
    """C string literals of whole lines, up to LITERAL characters each, in rows."""
    out, row, used = [[]], "", 0
    for line in lines:
        line = line.replace("\\", "\\\\").replace('"', '\\"') + "\\n"
        if row and (used + len(line) > LITERAL or len(row) + len(line) > WIDTH - 6):
            out[-1].append(f'    "{row}"')
            row = ""
        if used + len(line) > LITERAL:
            out.append([])
            used = 0
        row += line
        used += len(line)
    out[-1].append(f'    "{row}"')
    return ["\n".join(rows) for rows in out]


def arrays(kernels):
    """C arrays of the pieces, and of each kernel the list of its pieces; what two kernels have in common is there once.  They have
    names: a linker that drops what is not used (--gc-sections) does not know literals apart."""
    out, known = [], {}
    for name, lines in kernels.items():
        for text in literals(lines):
            if text not in known:
                known[text] = f"cucore__ptx_{len(known)}"
                out.append(f"static const char {known[text]}[] =\n{text};")
        pieces = ", ".join(known[text] for text in literals(lines))
        out += textwrap.wrap(f"static const char *const cucore__kernel_ptx_{name}[] = {{{pieces}, NULL}};", WIDTH,
                             subsequent_indent="    ")
    return out


BANNER = "/* " + 93 * "-" + " >>impl-copy-ptx -- */"


def ptx_file(nvcc, version):
    out = [BANNER, "/* clang-format off */",
           f"/* Made by `make kernels` with nvcc {version} from src/copy/kernels/ ({source_hash()}): PTX {VERSION} for {TARGET}. */"]
    out += arrays(compile_ptx(nvcc))
    out.append("/* clang-format on */")
    return "\n".join(out) + "\n"


def generated():
    """Returns the files that this tool writes."""
    return [TEXT]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    text = TEXT.read_text()
    made_with = re.search(r"Made by `make kernels` with nvcc ([0-9.]+) from src/copy/kernels/ \((\w+)\)", text)
    nvcc, version = compiler()
    if options.check:
        if made_with.group(2) != source_hash():
            sys.exit("src/made/ptx.c is not made of the kernels as they are: run make kernels")
        if version != made_with.group(1):
            print(f"the PTX is not compared: nvcc {made_with.group(1)} is not here", "" if not version else f"({version} is)")
            sys.exit(77)
    if not nvcc:
        sys.exit("nvcc is not installed")
    fresh = ptx_file(nvcc, version)
    if options.check:
        sys.exit(0 if fresh == text else "src/made/ptx.c is not what make kernels would make")
    TEXT.write_text(fresh)


if __name__ == "__main__":
    main()
