"""Prints what the Makefile needs to know of this interpreter, as make variables.

Include folders: the CUDA Toolkit's cuda.h, or the one of the header package; dlpack.h of a package that carries it.
"""
import importlib.util
import os
import pathlib
import shutil
import sys
import sysconfig


def package_folder(name):
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return pathlib.Path(list(spec.submodule_search_locations)[0])


def first_with(header, folders):
    for folder in folders:
        if folder and (pathlib.Path(folder) / header).is_file():
            return str(folder)
    return ""


def cuda_folders():
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            yield os.path.join(os.environ[variable], "include")
    nvcc = shutil.which("nvcc")
    if nvcc:
        yield pathlib.Path(nvcc).resolve().parent.parent / "include"
    yield "/usr/local/cuda/include"
    yield "/usr/include"
    packages = package_folder("nvidia")
    if packages:
        for header in sorted(packages.glob("*/include/cuda.h"), reverse=True):
            yield header.parent


def dlpack_folders():
    for package, below in (("tvm_ffi", "include"), ("torch", "include/ATen"), ("cuda.core", "_include")):
        folder = package_folder(package)
        if folder:
            yield folder / below
    yield "/usr/include"


def main():
    dlpack = list(dlpack_folders())
    print("CUDA_INCLUDE ?=", first_with("cuda.h", cuda_folders()))
    print("DLPACK_INCLUDE ?=", first_with("dlpack/dlpack.h", dlpack) or first_with("dlpack.h", dlpack))
    print("PYTHON_INCLUDE ?=", first_with("Python.h", [sysconfig.get_path("include")]))
    print("EXT_SUFFIX :=", sysconfig.get_config_var("EXT_SUFFIX"))
    print("PYTHON_TAG :=", sys.implementation.cache_tag)


if __name__ == "__main__":
    main()
