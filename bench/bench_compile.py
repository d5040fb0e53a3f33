"""What each header costs a user's build: seconds of the processor, memory, bytes of code; the least of several runs.

    python3 bench/bench_compile.py [compiler ...]       (make bench-compile; needs CUDA_INCLUDE, DLPACK_INCLUDE, PYTHON_INCLUDE)

declared     a file that only includes the header
static       a file that includes it with CUCORE_STATIC and uses nothing of it
implemented  the file with CUCORE_IMPLEMENTATION

A second table has modules of one file with CUCORE_STATIC: with the whole headers, and with headers that `vendor --for` cut.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "packaging" / "python")]
import headers  # noqa: E402

HEADERS = headers.C_NAMES
PLAIN = [name for name in HEADERS if headers.ALL[name].group in ("core", "interfaces")]  # all that plain C needs
PARTS = "".join(f"#define CUCORE_NO_{part}\n" for part in ("LAYOUTS", "BUFFERS", "MODULES"))
# label -> headers, and what stands before them
ROWS = {**{f"`{name}`": ([name], "") for name in HEADERS}, "the first three": (PLAIN, ""), "the same without layouts, buffers, modules": (PLAIN, PARTS),
        "all": (HEADERS, "")}
WAYS = {"declared": "", "static": "#define CUCORE_STATIC\n", "implemented": "#define CUCORE_IMPLEMENTATION\n"}
RUNS = 3
THREE = """#define CUCORE_STATIC
#include "cucore_dlpack.h"
int tensor(DLManagedTensorVersioned *in, DLManagedTensorVersioned **out)
{
    cucore_view x;
    if (cucore_view_adopt_dlmanaged_versioned(in, NULL, &x)) return -1;
    if (cucore_view_move_to_dlmanaged_versioned(&x, 0, out)) return -1;
    cucore_view_release(&x);
    return 0;
}
"""


def includes():
    folders = (os.environ.get(name) for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE"))
    return [f"-I{ROOT}"] + [word for folder in folders if folder for word in ("-isystem", folder)]


def compiled(compiler, path, first=ROOT):
    """-> seconds, MB, of a compiler at -O2, with the headers of a folder; its children are counted."""
    pid = os.fork()
    if pid == 0:
        os.execvp(compiler, [compiler, "-std=c99", "-O2", "-fPIC", "-DCUCORE_NO_COMPAT", f"-I{first}", *includes(), "-c", str(path), "-o", str(path.with_suffix(".o"))])
    _, status, used = os.wait4(pid, 0)
    if status:
        sys.exit(f"{compiler} does not compile {path.read_text()}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def code(path):
    """KB of instructions and constants."""
    output = subprocess.run(["size", str(path.with_suffix(".o"))], capture_output=True, text=True, check=True).stdout
    return int(output.splitlines()[1].split()[0]) / 1000


def modules(compiler, folder):
    """The table of modules: lines with code in the headers, seconds and memory, code."""
    from cucore import _copies
    print("| module | whole: lines | s (MB) | cut: lines | s (MB) | code |\n| --- |" + " ---: |" * 5)
    readme, = [block for block in re.findall(r"```c\n(.*?)```", (ROOT / "README.md").read_text(), re.S) if "PyMODINIT_FUNC" in block]
    for name, source in (("README's module", readme), ("three functions in plain C", THREE)):
        path = pathlib.Path(folder) / "module.c"
        path.write_text(source)
        what = _copies.Cut([path], [])
        texts = _copies.cut(what, pathlib.Path(folder) / "cut")
        _copies.write(pathlib.Path(folder) / "cut", texts.files, what, True)
        cells = []
        for first, lines in ((ROOT, texts.lines[1]), (pathlib.Path(folder) / "cut", texts.lines[0])):
            runs = [compiled(compiler, path, first) for _ in range(RUNS)]
            cells += [f"{lines:,}", f"{min(run[0] for run in runs):.2f} ({max(run[1] for run in runs):.0f})"]
        print(f"| {name} | {' | '.join(cells)} | {code(path):.0f} |")


def main():
    compilers = sys.argv[1:] or [name for name in ("gcc", "clang") if shutil.which(name)]
    with tempfile.TemporaryDirectory() as folder:
        for compiler in compilers:
            version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
            print(f"{compiler} {re.search(r'[0-9]+[.][0-9.]+', version)[0]}, -O2: seconds, MB of memory; code in KB")
            print("| header | KB | " + " | ".join(WAYS) + " | code |\n| --- | ---: |" + " ---: |" * (len(WAYS) + 1))
            for label, (names, macros) in ROWS.items():
                cells = []
                for way, before in WAYS.items():
                    path = pathlib.Path(folder) / f"{way}.c"
                    path.write_text(before + macros + "".join(f'#include "{name}"\n' for name in names))
                    runs = [compiled(compiler, path) for _ in range(RUNS)]
                    cells.append(f"{min(run[0] for run in runs):.2f} ({max(run[1] for run in runs):.0f})")
                size = sum((ROOT / name).stat().st_size for name in names) / 1000
                print(f"| {label} | {size:.0f} | {' | '.join(cells)} | {code(path):.0f} |", flush=True)
            print()
            modules(compiler, folder)


if __name__ == "__main__":
    main()
