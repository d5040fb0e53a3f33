"""What the ports of released packages share: run.py of ucxx, kvikio and cuVS; and, of its beginning, that of mpi4py.

The package index has these three as wheels, and no sources: the decoder before is the module of the wheel, as it is shipped
(cp311-abi3), loaded by itself.  The libraries of the package that it is linked with, and does not call, are empty ones.
"""
import argparse
import ctypes
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import timeit
import types
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMITED = ["-DPy_LIMITED_API=0x030B0000", "-DCYTHON_LIMITED_API=1"]
SLOWER = 1.1  # of one row: what is less is noise
FORMS = ("theirs", "ours", "full")  # as shipped; on cucore in the limited API; on cucore in the full API


def run(command, **options):
    """Its output; ends with it where the command fails."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def environment(folder, packages):
    """An interpreter with these packages."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        print("making an environment")
        venv.create(folder / "venv", with_pip=True)
        run([python, "-m", "pip", "install", "-q", *packages])
    return python


def unpack_wheel(folder, python, package, version):
    """The wheel, unpacked."""
    found = list(folder.glob(f"{package.replace('-', '_')}-{version}-*.whl"))
    if not found:
        print("fetching", package, version)
        run([python, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", folder, f"{package}=={version}"])
        found = list(folder.glob(f"{package.replace('-', '_')}-{version}-*.whl"))
    place = folder / package
    if not place.exists():
        with zipfile.ZipFile(found[0]) as archive:
            archive.extractall(place)
    return place


def make_empty_libraries(binary, place):
    """The libraries that the module names and this machine lacks."""
    place.mkdir(exist_ok=True)
    for name in re.findall(r"NEEDED.*\[(.*)\]", run(["readelf", "-d", binary])):
        found = run(["cc", f"-print-file-name={name}"]).strip()
        if found == name and not (place / name).exists():
            run(["cc", "-shared", "-xc", os.devnull, f"-Wl,-soname,{name}", "-o", place / name])


def build(python, source, target, language, options):
    """A module of Cython; `source` lies where what it cimports is found."""
    made = target.with_suffix(".cpp" if language == "c++" else ".c")
    run([python, "-m", "cython", "-3", *(["--cplus"] if language == "c++" else []), "-I", ROOT / "packaging" / "python",
         source, "-o", made], cwd=source.parent)
    includes = [os.environ.get(name) for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE")]
    header = run([python, "-c", "import sysconfig; print(sysconfig.get_path('include'))"]).strip()
    run(["c++" if language == "c++" else "cc", "-O3", "-DNDEBUG", "-DCUCORE_NO_COPY", "-shared", "-fPIC", f"-I{ROOT}", "-isystem", header,
         *(f"-isystem{folder}" for folder in includes if folder), *options, made, "-o", target])


def lines(*files):
    return sum(len(file.read_text().splitlines()) for file in files)


def count_before(port, wheel, sources):
    """The lines of their module: of a checkout, else of the wheel, else as they were counted in the repository."""
    stem = port.MODULE.replace(".", "/")
    pyx = [file for file in ((sources or wheel) / port.CHECKOUT / f"{stem}.pyx", wheel / f"{stem}.pyx") if file.exists()]
    return (lines(pyx[0]) if pyx else port.LINES) + lines(wheel / f"{stem}.pxd")


def make_package(place, module):
    """The packages above a module, empty.  -> the folder of the module"""
    folder = place
    for name in module.split(".")[:-1]:
        folder = folder / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").touch()
    return folder


def load(name, path):
    """The module of this file under that name; one of that name that was loaded before stays as it is."""
    for end in (match.start() for match in re.finditer(r"\.", name)):
        parent = sys.modules.setdefault(name[:end], types.ModuleType(name[:end]))
        parent.__path__ = []
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def outcome(function, obj):
    try:
        return function(obj)
    except Exception as error:
        return type(error).__name__


def nanoseconds(functions, obj, rounds):
    """The least time of each, taken in turns; None of one that refuses the array."""
    best = [None if isinstance(outcome(function, obj), str) else float("inf") for function in functions]
    for _ in range(rounds):
        for i, function in enumerate(functions):
            if best[i] is not None:
                timer = timeit.Timer("f(x)", globals={"f": function, "x": obj})
                best[i] = min(best[i], timer.timeit(20000) / 20000 * 1e9)
    return best


def work(port, folder, rounds):
    """In the interpreter with the libraries: compares and times all forms, and prints both as JSON."""
    import arrays
    timed = list(arrays.timed())  # before the empty libraries: torch needs some of that name
    for library in (folder / "empty").iterdir():
        ctypes.CDLL(str(library))
    forms = [port.load(folder / form, form) for form in FORMS]
    answers = [[name, *(outcome(form.describe, obj) for form in forms)] for name, obj in arrays.compared()]
    answers += [[name, *(form.more[name] for form in forms)] for name in getattr(forms[0], "more", {})]
    times = [[name, *nanoseconds([form.take for form in forms], obj, rounds)] for name, obj in timed]
    json.dump({"answers": answers, "times": times}, sys.stdout, default=str)


def count_tests(python, place, file, environ):
    """{test: what became of it}"""
    done = subprocess.run([str(python), "-m", "pytest", "-v", "-p", "no:cacheprovider", "--noconftest", str(file)],
                          env={**environ, "PYTHONPATH": str(place)}, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = dict(re.findall(r"::(\S+(?: .*?)?) (PASSED|FAILED|ERROR|SKIPPED)", done.stdout))
    if not found:
        sys.exit(f"{file}: no test ran\n{done.stdout[-4000:]}")
    return found


def compare(port, answers):
    """Prints what differs.  -> the names that differ and are not of port.DIFFERENT, and the other way round"""
    differ = {name: (theirs, ours) for name, theirs, ours, full in answers if theirs != ours or ours != full}
    print(f"{len(answers) - len(differ)} of {len(answers)} answers are the same")
    for name, (theirs, ours) in differ.items():
        print(f"    {name:32} {theirs} -> {ours}\n{'':37}{port.DIFFERENT.get(name, 'NOT EXPECTED')}")
    return sorted(set(differ) ^ set(port.DIFFERENT))


def main(port, here):
    parser = argparse.ArgumentParser(description=port.__doc__)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "ports" / port.NAME)
    parser.add_argument("--python", type=pathlib.Path, help="an interpreter with NumPy and the libraries to be timed")
    parser.add_argument("--extra", nargs="*", default=[], help="more packages, to be timed: torch")
    parser.add_argument("--sources", type=pathlib.Path, help="a checkout of the release: its tests are run, its lines counted")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.work:
        return work(port, folder, options.rounds)
    folder.mkdir(parents=True, exist_ok=True)
    python = environment(folder, ["cython", "numpy", "pytest", *options.extra])
    wheel = unpack_wheel(folder, python, port.PACKAGE, port.VERSION)
    name = port.MODULE.split(".")[-1]
    binary = wheel / (port.MODULE.replace(".", "/") + ".abi3.so")
    make_empty_libraries(binary, folder / "empty")
    for form in FORMS:
        shutil.rmtree(folder / form, ignore_errors=True)
        place = make_package(folder / form, port.MODULE)
        if form == "theirs":
            shutil.copy(binary, place)
            shutil.copy(wheel / (port.MODULE.replace(".", "/") + ".pxd"), place)
        else:
            for source, target in port.SOURCES.items():
                shutil.copy(here.parent / source, place / target)
            build(python, place / f"{name}.pyx", place / f"{name}.abi3.so", port.LANGUAGE, LIMITED if form == "ours" else [])
        port.prepare(folder / form, form, lambda source, target: build(python, source, target, port.LANGUAGE, LIMITED))
    print(f"lines: {count_before(port, wheel, options.sources)} before, {lines(*(here.parent / source for source in port.SOURCES))} after")
    bad = False
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    for test in port.TESTS if options.sources else ():
        copy = shutil.copy(options.sources / port.CHECKOUT / test, folder)
        preloaded = {**environ, "LD_LIBRARY_PATH": str(folder / "empty")}
        before, after = (count_tests(python, folder / form, copy, preloaded) for form in ("theirs", "ours"))
        for kind, found in (("before", before), ("after", after)):
            ends = list(found.values())
            print(f"{pathlib.Path(test).name}, {kind}:", ", ".join(f"{ends.count(end)} {end.lower()}" for end in sorted(set(ends))))
        lost = [name for name in before if before[name] == "PASSED" != after.get(name)]
        print("".join(f"passes before, not after: {name}\n" for name in lost), end="")
        bad = bad or bool(lost)
    if not (options.sources and port.TESTS):
        print(f"tests: {port.UNTESTED}")
    worker = [os.path.abspath(options.python or python), here / "run.py", "--work", "--folder", folder, "--rounds", options.rounds]
    found = json.loads(run(worker, env=environ))
    unexpected = compare(port, found["answers"])
    print("".join(f"differs, or no longer: {name}\n" for name in unexpected), end="")
    print(f"{'nanoseconds':24}{'as shipped':>12}{'on cucore':>12}{'full API':>12}")
    slow = False
    for name, before, after, full in found["times"]:
        slower = before is not None and (after is None or after > before * SLOWER or full > before * SLOWER)
        slow = slow or slower
        figures = ["refused" if t is None else f"{t:.0f}" for t in (before, after, full)]
        print(f"{name:24}" + "".join(f"{figure:>12}" for figure in figures) + "  SLOWER" * slower)
    return 1 if bad or slow or unexpected else 0
