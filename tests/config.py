"""Prints what the Makefile needs to know of this interpreter, as make variables.

Include folders: those that the package in packaging/python finds, and Python's own.
"""
import importlib.util
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


def has_limited_api():
    """Py_buffer is in it from 3.11 on; without the GIL Python.h has one from 3.15 on."""
    return sys.version_info >= (3, 15) or (sys.version_info >= (3, 11) and not sysconfig.get_config_var("Py_GIL_DISABLED"))


def main():
    python = sysconfig.get_path("include")
    print("CUDA_INCLUDE ?=", cucore.get_cuda_include() or "")
    print("DLPACK_INCLUDE ?=", dlpack_include())
    print("PYTHON_INCLUDE ?=", python if (pathlib.Path(python) / "Python.h").is_file() else "")
    print("EXT_SUFFIX :=", sysconfig.get_config_var("EXT_SUFFIX"))
    print("PYTHON_TAG :=", sys.implementation.cache_tag)
    print("HAS_LIMITED_API :=", "1" if has_limited_api() else "")
    print("MISSING :=", *(name for name in ("pytest", "numpy") if not importlib.util.find_spec(name)))


if __name__ == "__main__":
    main()
