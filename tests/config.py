"""Prints what the Makefile needs to know of this interpreter, as make variables.

Include folders: those that the package in packaging/python finds, and Python's own.
"""
import pathlib
import sys
import sysconfig

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "packaging" / "python"))
import cucore  # noqa: E402


def dlpack_include():
    try:
        return cucore.get_dlpack_include()
    except ModuleNotFoundError:
        return ""


def main():
    python = sysconfig.get_path("include")
    print("CUDA_INCLUDE ?=", cucore.get_cuda_include() or "")
    print("DLPACK_INCLUDE ?=", dlpack_include())
    print("PYTHON_INCLUDE ?=", python if (pathlib.Path(python) / "Python.h").is_file() else "")
    print("EXT_SUFFIX :=", sysconfig.get_config_var("EXT_SUFFIX"))
    print("PYTHON_TAG :=", sys.implementation.cache_tag)


if __name__ == "__main__":
    main()
