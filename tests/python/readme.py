"""The README's module, built as the README says; the compilers of tests, and what they make only once."""
import fcntl
import hashlib
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", ROOT / "build"))
EVERY = bool(os.environ.get("CUCORE_TEST_EVERY"))  # make test EVERY=1: rows that differ from another one in a detail, and are slow
SOME = 1 if EVERY else 2  # the step through tables of such rows
# The compilers of tests that are not about gcc: clang, which takes a third of its time, if it is installed and no other one is named.
NAMED = any(os.environ.get(name, usual) != usual for name, usual in (("CC", "cc"), ("CXX", "c++")))
HAS_CLANG = not EVERY and not NAMED and shutil.which("clang") and shutil.which("clang++")
CC, CXX = ("clang", "clang++") if HAS_CLANG else (os.environ.get("CC") or "cc", os.environ.get("CXX") or "c++")


def makefile():
    """Returns the text of the Makefile and its parts."""
    return "".join(path.read_text() for path in (ROOT / "Makefile", *sorted((ROOT / "make").glob("*.mk")), ROOT / "systems" / "systems.mk"))


def blocks(language):
    text = (ROOT / "README.md").read_text()
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def includes():
    """Where the headers are, for a compiler."""
    found = [os.environ[name] for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE") if os.environ.get(name)]
    return [f"-I{ROOT}", "-DCUCORE_NO_COMPAT"] + [flag for folder in found for flag in ("-isystem", folder)]


def made_once(command, source, target):
    """Compiles a file to a target by a command that lacks both; a run of all tests does so once for the same command, text and
    headers, in whatever process."""
    parts = [sys.version, str(os.stat(shutil.which(command[0])).st_mtime_ns), *command, source.read_text()]
    parts += [path.read_text() for path in sorted([*ROOT.glob("cucore*.h*"), *ROOT.glob("cucore/*.h")])]
    kept = BUILD / "made_once" / hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{kept}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            subprocess.run([*command, str(source), "-o", f"{kept}.new"], check=True, timeout=300)
            os.replace(f"{kept}.new", kept)
    shutil.copy(kept, target)  # modules have static data of their own


def compile_module(folder, name, source, warnings=("-Wall", "-Wextra", "-Wpedantic")):
    """Writes, compiles and imports a module of one file."""
    (folder / f"{name}.c").write_text(source)
    target = folder / (name + sysconfig.get_config_var("EXT_SUFFIX"))
    made_once([CC, "-O0", "-shared", "-fPIC", *warnings, "-Werror", *includes()], folder / f"{name}.c", target)
    spec = importlib.util.spec_from_file_location(name, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(folder):
    source, = [block for block in blocks("c") if "PyMODINIT_FUNC" in block]
    return source, compile_module(folder, "message", source)
