"""cucore for build systems: where its headers are, and those that they include.

    from setuptools import Extension
    import cucore
    Extension("message", ["message.c"], include_dirs=cucore.get_includes())

`python -m cucore --help` lists what the command line does: compiler flags, copies of the headers, all of them as one.
"""
from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import shutil
from typing import Iterator

__all__ = ["__version__", "get_cmake_dir", "get_cuda_include", "get_dlpack_include", "get_include", "get_includes",
           "get_pkgconfig_dir"]

_HERE = pathlib.Path(__file__).resolve().parent
_INSTALLED = (_HERE / "include" / "cucore.h").is_file()  # else this is a checkout, where the headers are at the top
_CHECKOUT = _HERE.parents[2]
_INCLUDE = _HERE / "include" if _INSTALLED else _CHECKOUT


def _version_of(header: pathlib.Path) -> str:
    """The version in the first line of a header of cucore, "" where that line is none of ours."""
    with header.open(encoding="utf-8", errors="replace") as lines:
        found = re.match(r"/\* cucore[\w/]*\.\w+ - v(\d+\.\d+\.\d+) ", lines.readline())
    return found[1] if found else ""


__version__ = _version_of(_INCLUDE / "cucore.h")


def _packages(name: str) -> Iterator[pathlib.Path]:
    """The folders of a package, without importing it."""
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return
    for folder in (found.submodule_search_locations or ()) if found else ():
        yield pathlib.Path(folder)


def get_include() -> str:
    """The folder of cucore.h, cucore_python.h, ..."""
    return str(_INCLUDE)


def get_dlpack_include() -> str:
    """The folder of dlpack/dlpack.h, or of dlpack.h, in the package apache-tvm-ffi, else in torch or cuda.core.

    ModuleNotFoundError where none of them is installed.
    """
    below = {"tvm_ffi": "include", "torch": "include/ATen", "cuda.core": "_include"}
    folders = [package / folder for name, folder in below.items() for package in _packages(name)]
    for header in ("dlpack/dlpack.h", "dlpack.h"):
        for folder in folders:
            if (folder / header).is_file():
                return str(folder)
    raise ModuleNotFoundError("dlpack.h was not found: pip install apache-tvm-ffi", name="tvm_ffi")


def get_cuda_include() -> str | None:
    """The folder of cuda.h: of CUDA_HOME, CUDA_PATH or the nvcc on the PATH, in the usual places, of NVIDIA's packages.

    None where there is none.
    """
    homes = [pathlib.Path(os.environ[name]) for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    nvcc = shutil.which("nvcc")
    if nvcc:
        homes.append(pathlib.Path(nvcc).resolve().parent.parent)
    folders = [home / "include" for home in (*homes, pathlib.Path("/usr/local/cuda"), pathlib.Path("/usr"))]
    for package in _packages("nvidia"):  # cu13, cuda_runtime: the newest first
        folders += [header.parent for header in sorted(package.glob("*/include/cuda.h"), reverse=True)]
    for folder in folders:
        if (folder / "cuda.h").is_file():
            return str(folder)
    return None


def get_includes() -> list[str]:
    """All folders that a module needs besides Python's: of cucore, of dlpack.h, and of cuda.h where there is one."""
    cuda = get_cuda_include()
    return [get_include(), get_dlpack_include(), *([cuda] if cuda else [])]


def get_cmake_dir() -> str:
    """The folder of cucoreConfig.cmake, for -Dcucore_DIR=."""
    return str(_HERE / "share" / "cmake" / "cucore" if _INSTALLED else _CHECKOUT / "packaging" / "cmake")


def get_pkgconfig_dir() -> str:
    """The folder of cucore.pc, for PKG_CONFIG_PATH.  FileNotFoundError in a checkout: installing makes that file."""
    if not _INSTALLED:
        raise FileNotFoundError("cucore.pc is made when cucore is installed; this is a checkout")
    return str(_HERE / "share" / "pkgconfig")
