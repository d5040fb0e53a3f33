"""Copies of the headers in other projects: made, brought to this version, or all of them as one header."""
from __future__ import annotations

import hashlib
import pathlib
import re
from typing import Iterable

from . import _CHECKOUT, _HERE, _INCLUDE, _INSTALLED, __version__, _version_of, get_dlpack_include

HEADERS = ("cucore.h", "cucore_dlpack.h", "cucore_cai.h", "cucore_copy.h", "cucore_kernel.h", "cucore_python.h")  # the used ones first
OTHERS = ("cucore.hpp", "cucore/nanobind.h", "cucore/pybind11.h", "cucore.pxd")  # copied where they are asked for
NOTE = "cucore-LICENSE.txt"  # the licence, the version and what was copied
OWN_INCLUDE = re.compile(r'^ *#include "(cucore[\w/]*\.h(?:pp)?)".*\n', re.M)
SUM = re.compile(r"^([0-9a-f]{64})  (\S+)$", re.M)


class Refused(Exception):
    """What cannot be done, in words for who asked."""


def _source(name: str) -> pathlib.Path:
    return _HERE / "__init__.pxd" if name == "cucore.pxd" else _INCLUDE / name


def _text(name: str) -> str:
    return _source(name).read_text(encoding="utf-8")


def _page(name: str) -> str:
    """LICENSE or CHANGELOG.md."""
    return ((_HERE if _INSTALLED else _CHECKOUT) / name).read_text(encoding="utf-8")


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def with_used(names: Iterable[str]) -> list[str]:
    """The headers and those that they include, in the order in which one file can have them."""
    wanted, known = set(names), HEADERS + OTHERS
    for name in reversed(known):  # a header includes only those before it
        if name in wanted:
            wanted.update(OWN_INCLUDE.findall(_text(name).partition("end of the declarations --")[0]))
    unknown = wanted.difference(known)
    if unknown:
        raise Refused(f"no header of cucore: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    return [name for name in known if name in wanted]


def order(version: str) -> list[int]:
    """What versions are sorted by."""
    return [int(part) for part in version.split(".")]


def changes(older: str) -> str:
    """What CHANGELOG.md says of all that is newer than a version."""
    sections = re.split(r"^(?=## )", _page("CHANGELOG.md"), flags=re.M)[1:]
    known = [(section, re.match(r"## (\d+\.\d+\.\d+)\b", section)) for section in sections]
    return "\n".join(section.strip() + "\n" for section, found in known if found and order(found[1]) > order(older))


def _note(folder: pathlib.Path, names: Iterable[str]) -> str:
    """The text of the file that stands beside copied headers."""
    sums = "".join(f"{_sum((folder / name).read_bytes())}  {name}\n" for name in names)
    head = f"cucore {__version__}: these are copies; `python -m cucore update FOLDER` brings them up to date."
    return f"{head}\n\n{sums}\n{_page('LICENSE')}"


def copied(folder: pathlib.Path) -> dict[str, str]:
    """Header -> version, of the copies in a folder."""
    return {name: _version_of(folder / name) or "?" for name in HEADERS + OTHERS if (folder / name).is_file()}


def changed_here(folder: pathlib.Path) -> list[str]:
    """The copies that are not what `vendor` or `update` wrote; those that it did not write are not known."""
    note = folder / NOTE
    sums = SUM.findall(note.read_text(encoding="utf-8")) if note.is_file() else []
    return [name for found, name in sums if (folder / name).is_file() and _sum((folder / name).read_bytes()) != found]


def write(folder: pathlib.Path, names: Iterable[str]) -> list[str]:
    """Copies headers and the note -> what was not there, or was other."""
    folder.mkdir(parents=True, exist_ok=True)
    names = list(names)
    written = []
    for name in names:
        data = _source(name).read_bytes()
        if not (folder / name).is_file() or (folder / name).read_bytes() != data:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
            written.append(name)
    (folder / NOTE).write_text(_note(folder, names), encoding="utf-8")
    return written


def single(names: Iterable[str], dlpack: bool) -> str:
    """One header: the same as including those in their order, Python.h before them."""
    names = with_used(names)
    if set(names).intersection(OTHERS):
        raise Refused(f"one header is made of {', '.join(HEADERS)} only")
    python = "cucore_python.h" in names
    parts = [f"""\
/* cucore_single.h - v{__version__} - {', '.join(names)} as one header - SPDX-License-Identifier: MIT
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_single.h"           everywhere{', first of all includes: brings in Python.h' if python else ''}
 *
 * Made by `python -m cucore single`: change nothing here, make it anew.
 */
"""]
    if python:  # its place is before all other headers, its last includes are its own
        parts.append("#ifndef PY_SSIZE_T_CLEAN\n#define PY_SSIZE_T_CLEAN\n#endif\n#include <Python.h>\n")
    if dlpack and "cucore_dlpack.h" in names:
        folder = pathlib.Path(get_dlpack_include())
        header = next(folder / name for name in ("dlpack/dlpack.h", "dlpack.h") if (folder / name).is_file())
        parts.append("/* dlpack.h, under the Apache License 2.0, unless another one is named or came before. */\n"
                     "#if !defined(CUCORE_DLPACK_HEADER) && !defined(DLPACK_MAJOR_VERSION)\n"
                     f"{header.read_text(encoding='utf-8').strip()}\n#endif\n")
    parts += [OWN_INCLUDE.sub("", _text(name)) for name in names]
    return "\n".join(parts)
