"""What files in C, C++, CUDA and Cython use of cucore: the headers that they include, and all words of their code."""
from __future__ import annotations

import difflib
import os
import pathlib
import re
from typing import Callable, Iterable, Iterator

from . import _cut, _version_of

SUFFIXES = {".c", ".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".inl", ".ipp", ".tpp", ".cu", ".cuh", ".m",
            ".mm", ".pyx", ".pxd", ".pxi"}
CYTHON = {".pyx", ".pxd", ".pxi"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]|\bextern\s+from\s+"([^"\n]+)"|^\s*include\s+"([^"\n]+)"', re.M)
CIMPORT = re.compile(r"^\s*(?:from\s+\.*([\w.]*)\s+cimport\s+([\w, ]+)|cimport\s+([\w., ]+))", re.M)
CIMPORTS_CUCORE = re.compile(r"^\s*(?:from\s+cucore(?:\.\w+)?\s+cimport\b|cimport\s+cucore\b)", re.M)
VERBATIM = re.compile(r'"""(.*?)"""', re.S)
ALIAS = re.compile(r'\b(\w+) "(\w+)"')
NAME = re.compile(r"\b(?:cucore|CUCORE)_(?!_)\w+")


class NotThere(Exception):
    """A file that cannot be read."""


class Used:
    """The texts of files, of the files that they include, and the headers of cucore that these include."""

    def __init__(self, paths: Iterable[pathlib.Path], skipped: pathlib.Path, headers: Iterable[str], pxd: Callable[[], str]) -> None:
        """`skipped` is the folder or the file with the copy, `headers` are all names of headers, `pxd()` is cucore.pxd."""
        self.texts: dict[pathlib.Path, str] = {}
        self.included: set[str] = set()
        self.headers, self.pxd = tuple(headers), pxd
        self.skipped = skipped.resolve()
        paths = list(paths)
        self.folders = [path if path.is_dir() else path.parent for path in paths] + [pathlib.Path()]
        for path in paths:
            for file in _sources(path):
                self.read(file)

    def read(self, path: pathlib.Path) -> None:
        """Reads a file and what it includes, unless it is a header of cucore."""
        place = path.resolve()
        if place in self.texts or place == self.skipped or self.skipped in place.parents:
            return
        text = place.read_bytes().decode(errors="replace")
        if _version_of(place):
            return
        self.texts[place] = text if path.suffix in CYTHON else _cut.code(text)
        for names in INCLUDE.findall(text):
            self.include(place, next(filter(None, names)))
        if path.suffix in CYTHON:
            self.cimport(place, text)

    def include(self, path: pathlib.Path, name: str) -> None:
        found = [header for header in self.headers if name == header or name.endswith("/" + header)]
        if found:
            self.included.add(max(found, key=len))
            return
        for folder in (path.parent, *self.folders):
            if (folder / name).is_file():
                self.read(folder / name)
                return

    def cimport(self, path: pathlib.Path, text: str) -> None:
        """A module of Cython has the code of its own .pxd and of others beside it, and that of cucore.pxd."""
        modules = [path.stem]
        for package, names, whole in CIMPORT.findall(text):
            modules += [package.split(".")[-1], *re.findall(r"\w+", names), *re.findall(r"\w+", whole)]
        for module in filter(None, modules):
            if (path.parent / f"{module}.pxd").is_file():
                self.read(path.parent / f"{module}.pxd")
        if CIMPORTS_CUCORE.search(text):
            pxd = self.pxd()
            self.texts.setdefault(pathlib.Path("cucore.pxd"), "\n".join(VERBATIM.findall(pxd)))
            for block in VERBATIM.findall(pxd):
                for names in INCLUDE.findall(block):
                    self.include(path, next(filter(None, names)))
            words = set(_cut.WORD.findall(text))
            self.texts[path] += "\n" + "\n".join(cname for name, cname in ALIAS.findall(pxd) if name in words)

    def remarks(self, known: set[str], others: dict[str, str]) -> Iterator[str]:
        """What looks like a name of cucore and is none, or is one of a header that no file includes."""
        own = set().union(*(_cut.defined(_cut.TOKEN.findall(text)) for text in self.texts.values()),
                          *(re.findall(r"#\s*define\s+(\w+)", text) for text in self.texts.values()))
        seen: set[str] = set()
        for path, text in self.texts.items():
            for found in NAME.finditer(text if path.is_absolute() else ""):  # not in cucore.pxd
                name = found[0]
                if name in seen or name in known or name in own or name.endswith("_"):
                    continue
                seen.add(name)
                place = f"{os.path.relpath(path)}:{text.count(chr(10), 0, found.start()) + 1}"
                near = difflib.get_close_matches(name, [*known, *others], 1, 0.8)
                if name in others:
                    yield f"{place} names {name}, which is in {others[name]}: no file includes that"
                elif near:
                    yield f"{place} names {name}, which no header has: {near[0]} is the nearest"


def _sources(path: pathlib.Path) -> Iterator[pathlib.Path]:
    """The file, or all sources in a folder and in its folders."""
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        raise NotThere(f"{path} is not there" if not os.path.lexists(path) else f"{path} is neither a file nor a folder")
    found = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file()
                   and not any(part.startswith(".") for part in file.relative_to(path).parts))
    if not found:
        raise NotThere(f"{path} has no source in C, C++, CUDA or Cython")
    yield from found
