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
import platform
import re
import shutil
import sys
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


def _dlpack_folders() -> Iterator[pathlib.Path]:
    """The folders in which dlpack.h may be: the wheel's own, packages, the environment (conda), the system."""
    if _INSTALLED:
        yield _HERE / "include_dlpack"
    for name, folder in (("tvm_ffi", "include"), ("torch", "include/ATen"), ("cuda.core", "_include")):
        for package in _packages(name):
            yield package / folder
    for prefix in (sys.prefix, "/usr/local", "/usr"):
        yield pathlib.Path(prefix, "include")


def _number(header: pathlib.Path, macro: str) -> int:
    """The number that a header defines a macro as; 0 if the header or the macro is not there."""
    if not header.is_file():
        return 0
    found = re.search(rf"^[ \t]*#[ \t]*define[ \t]+{macro}[ \t]+(\d{{1,18}})\b", header.read_text(errors="replace"), re.M)
    return int(found[1]) if found else 0


def get_dlpack_include() -> str:
    """The folder of dlpack/dlpack.h, or of dlpack.h, of version 1.

    The wheel has one of its own. Otherwise (in a checkout, or if a distribution has left it out) it is looked for in the
    packages apache-tvm-ffi, torch and cuda.core, in include/ of the environment, and in /usr/local/include and
    /usr/include. ModuleNotFoundError if there is none.
    """
    for folder in _dlpack_folders():
        for header in ("dlpack/dlpack.h", "dlpack.h"):
            if _number(folder / header, "DLPACK_MAJOR_VERSION") == 1:
                return str(folder)
    raise ModuleNotFoundError("dlpack.h 1.x was not found: pip install apache-tvm-ffi", name="tvm_ffi")


def _cuda_folders() -> Iterator[pathlib.Path]:
    """The folders in which cuda.h may be, the running environment before the machine's; of packages the newest CUDA first."""
    def of(home: pathlib.Path) -> list[pathlib.Path]:
        targets = [home / "targets" / f"{machine}-linux" / "include" for machine in (platform.machine(), "sbsa")]  # conda's
        return [*targets, home / "include", home / "Library" / "include"]  # the last one is conda's of Windows

    for name in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(name):
            yield from of(pathlib.Path(os.environ[name]))
    for prefix in dict.fromkeys((sys.prefix, sys.base_prefix)):
        if pathlib.Path(prefix, "conda-meta").is_dir():
            yield from of(pathlib.Path(prefix))
    packages = [header for package in _packages("nvidia") for header in package.glob("*/include/cuda.h")]
    for header in sorted(packages, key=lambda header: -_number(header, "CUDA_VERSION")):
        yield header.parent
    nvcc = shutil.which("nvcc")
    if nvcc:
        yield from of(pathlib.Path(nvcc).resolve().parent.parent)
    yield from of(pathlib.Path("/usr/local/cuda"))
    yield pathlib.Path("/usr/include")


def get_cuda_include() -> str | None:
    """The folder of cuda.h; None if there is none.

    That of CUDA_HOME or CUDA_PATH; else of the running environment (conda's, or the newest of NVIDIA's packages); else of the nvcc on
    the PATH, of /usr/local/cuda, of /usr.
    """
    for folder in _cuda_folders():
        if (folder / "cuda.h").is_file():
            return str(folder)
    return None


def get_includes() -> list[str]:
    """All folders that a module needs besides Python's: of cucore, of dlpack.h, and of cuda.h if there is one.

    Without /usr/include: compilers search it by themselves, and one for another C library or system must not.
    """
    folders = [get_include(), get_dlpack_include(), get_cuda_include()]
    return [folder for folder in dict.fromkeys(folders) if folder and folder != "/usr/include"]


def get_cmake_dir() -> str:
    """The folder of cucoreConfig.cmake, for -Dcucore_DIR=."""
    return str(_HERE / "share" / "cmake" / "cucore" if _INSTALLED else _CHECKOUT / "packaging" / "cmake")


def get_pkgconfig_dir() -> str:
    """The folder of cucore.pc, for PKG_CONFIG_PATH.  FileNotFoundError in a checkout: installing makes that file."""
    if not _INSTALLED:
        raise FileNotFoundError("cucore.pc is made when cucore is installed; this is a checkout")
    return str(_HERE / "share" / "pkgconfig")
