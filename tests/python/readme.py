"""The README's module, built as the README says."""
import importlib.util
import os
import pathlib
import re
import subprocess
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EVERY = bool(os.environ.get("CUCORE_TEST_EVERY"))  # make test EVERY=1: rows that differ from another one in a detail, and are slow


def makefile():
    """Returns the text of the Makefile and its parts."""
    return "".join(path.read_text() for path in (ROOT / "Makefile", *sorted((ROOT / "make").glob("*.mk"))))


def blocks(language):
    text = (ROOT / "README.md").read_text()
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def includes():
    """Where the headers are, for a compiler."""
    found = [os.environ[name] for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE") if os.environ.get(name)]
    return [f"-I{ROOT}"] + [flag for folder in found for flag in ("-isystem", folder)]


def compile_module(folder, name, source, warnings=("-Wall", "-Wextra", "-Wpedantic")):
    """Writes, compiles and imports a module of one file."""
    (folder / f"{name}.c").write_text(source)
    target = folder / (name + sysconfig.get_config_var("EXT_SUFFIX"))
    command = [os.environ.get("CC") or "cc", "-O0", "-shared", "-fPIC", *warnings, "-Werror",
               str(folder / f"{name}.c"), "-o", str(target)] + includes()
    subprocess.run(command, check=True)
    spec = importlib.util.spec_from_file_location(name, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(folder):
    source, = [block for block in blocks("c") if "PyMODINIT_FUNC" in block]
    return source, compile_module(folder, "message", source)
