"""What a whole call costs: ns of this thread, a call from Python included, the least of rounds taken in turn, in one process.

new   twice(x): an argument, a result of its own, the release
out   twice(x, out): the result is an argument, which is returned
made  a result alone

Each row is of one way: C (cucore_results.h), cucore/nanobind.h, cucore/pybind11.h, and what others do without the checks that are
named beside them.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import sysconfig
import time

import numpy as np

import cucore_bench_call

ROUNDS, CALLS = 40, 3000
HERE = pathlib.Path(__file__).resolve().parent
ASKS = {  # what a peer does not do that cucore does
    "numpy": "no protocol but its own class",
    "nanobind": "overlap of arguments, order on devices, alignment, elements in one place, masks; results are of the binding",
    "pybind11": "the same, and shapes",
}


def build(folder, name, source, *flags, language="CXX"):
    """A module from a source of this folder, unless it is newer than that and the headers."""
    target = folder / (name + sysconfig.get_config_var("EXT_SUFFIX"))
    newest = max(path.stat().st_mtime for path in (HERE / source, *HERE.parent.glob("cucore*.h*"), *HERE.parent.glob("cucore/*.h")))
    if not target.exists() or target.stat().st_mtime < newest:
        includes = [os.environ.get(variable) for variable in ("CUDA_INCLUDE", "DLPACK_INCLUDE")]
        subprocess.run([*os.environ.get(language, {"CXX": "c++", "CC": "cc"}[language]).split(), "-O2", "-DNDEBUG", "-shared", "-fPIC", "-w",
                        "-fvisibility=hidden", "-fno-strict-aliasing", f"-I{HERE.parent}", f"-I{sysconfig.get_path('include')}",
                        *(f"-I{folder}" for folder in includes if folder), str(HERE / source), *flags, "-o", str(target), "-lpthread", "-ldl"],
                       check=True, capture_output=True, text=True)
    return __import__(name)


def modules(folder, skipped):
    """(name, module) of what is installed."""
    yield "numpy", build(folder, "bench_call_numpy", "bench_call_numpy.c", f"-I{np.get_include()}", language="CC")
    try:
        import nanobind

        base = pathlib.Path(nanobind.__file__).parent
        yield "nanobind", build(folder, "bench_call_nanobind", "bench_call.cpp", "-std=c++17", f"-I{nanobind.include_dir()}",
                                f"-I{base / 'ext' / 'robin_map' / 'include'}", str(base / "src" / "nb_combined.cpp"))
    except ImportError as error:
        skipped.append(f"nanobind: {error}")
    try:
        import pybind11

        yield "pybind11", build(folder, "bench_call_pybind11", "bench_call.cpp", "-std=c++17", "-DWITH_PYBIND11", f"-I{pybind11.get_include()}")
    except ImportError as error:
        skipped.append(f"pybind11: {error}")


def rows(found, x, out, is_torch):
    """(call, way, function, arguments)"""
    ours = cucore_bench_call
    yield from (("new", "C", ours.twice, (x,)), ("out", "C", ours.twice, (x, out)), ("made", "C", ours.made, (x,)))
    for name, module in found.items():
        if name == "numpy":
            if not is_torch:
                yield from (("new", "by numpy", module.twice, (x,)), ("out", "by numpy", module.twice, (x, out)),
                            ("made", "by numpy.empty", module.empty, (x,)), ("made", "by PyArray_New", module.simple, (x,)))
            continue
        yield from (("new", f"{name}.h", module.made, (x, x)), ("out", f"{name}.h", module.into, (x, out)),
                    ("out", f"{name}.h, together", module.together, (x, out)))
        made = "peer_made_torch" if is_torch else "peer_made"
        if hasattr(module, made) and not (is_torch and name == "pybind11"):
            yield from (("new", f"by {name}", getattr(module, made), (x, x)), ("out", f"by {name}", module.peer_into, (x, out)))
        if hasattr(module, "four"):
            yield from (("fit", f"{name}.h", module.one, (x,)), ("fit", f"{name}.h, fourth overload", module.four, (x,)),
                        ("fit", f"{name}.h, fourth, or why", module.four_or_why, (x,)),
                        ("fit", f"{name}.h, fourth, argument", module.four_arguments, (x,)))
        if hasattr(module, "peer_four"):
            yield from (("fit", f"by {name}", module.peer_one, (x,)), ("fit", f"by {name}, fourth overload", module.peer_four, (x,)))


def measure(table):
    """ns of each row, by turns."""
    best = [1e9] * len(table)
    for _ in range(ROUNDS):
        for i, (_, _, function, arguments) in enumerate(table):
            start = time.thread_time()
            for _ in range(CALLS):
                function(*arguments)
            best[i] = min(best[i], (time.thread_time() - start) / CALLS * 1e9)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    folder = parser.parse_args().build.resolve()
    sys.path.insert(0, str(folder))
    skipped = []
    found = dict(modules(folder, skipped))
    kinds = [("numpy", np.ones((2, 2)), np.zeros((2, 2)))]
    try:
        import torch

        kinds.append(("torch", torch.ones(2, 2, dtype=torch.float64), torch.zeros(2, 2, dtype=torch.float64)))
    except ImportError as error:
        skipped.append(f"torch: {error}")
    for kind, x, out in kinds:
        table = list(rows(found, x, out, kind == "torch"))
        times = measure(table)
        print(f"{kind + ', 2 x 2, ns':34s} {'ns':>6s} {'of nanobind':>12s}")
        for call in ("new", "out", "made", "fit"):
            mine = {way: ns for (of, way, *_), ns in zip(table, times) if of == call}
            peer = mine.get("by nanobind") or mine.get("by numpy.empty")
            for way, ns in mine.items():
                print(f"  {call + ', ' + way:32s} {ns:6.0f} {ns / peer if peer else float('nan'):12.2f}", flush=True)
    for name, words in ASKS.items():
        if name in found:
            print(f"not checked by {name}: {words}")
    for reason in skipped:
        print("skipped:", reason)


if __name__ == "__main__":
    main()
