"""Copies of the headers in other projects: made, brought to this version, or all of them as one header."""
from __future__ import annotations

import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import tempfile
from typing import Iterable, NamedTuple, Optional

from . import _cut, _named
from . import _CHECKOUT, _HERE, _INCLUDE, _INSTALLED, __version__, _version_of, get_dlpack_include

_LIST = _HERE / "headers.txt" if _INSTALLED else _CHECKOUT / "src" / "headers.txt"
_ROWS = [line.split() for line in _LIST.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
HEADERS = tuple(row[0] for row in _ROWS if row[1] != "C++")  # the used ones first
PARTS = tuple("core" if name == "cucore.h" else name[len("cucore_"):-len(".h")] for name in HEADERS)  # their short names
OTHERS = (*(row[0] for row in _ROWS if row[1] == "C++"), "cucore.pxd")  # copied where they are asked for
SPLIT = {"cucore_results.h": ("cucore_python.h", "0.3.0"), "cucore_cast.h": ("cucore_copy.h", "0.3.0")}  # part of which one, until when
COPYRIGHT = "SPDX-FileCopyrightText: 2026 the cucore authors"
NOTE = "cucore-LICENSE.txt"  # the licence, the version and what was copied
CUT = "Cut for "  # what follows are the files and headers of `vendor --for`, as JSON
NOTED = ": these are copies; `python -m cucore update FOLDER` brings them up to date."  # after the version
HEAD = re.compile(rf"cucore \d+\.\d+\.\d+{re.escape(NOTED)}(?:\n{CUT}\{{.*\}})?")
STAGE = ".cucore-stage-"  # what the names of folders begin with that last as long as a run
LICENSE_SUM = "LICENSE"  # what the note calls its own text
DLPACK_H = "dlpack.h"  # in the folder of the copies cucore_dlpack.h finds it before any other one
DLPACK_HEAD = """\
/* dlpack.h of the DLPack project, copied by `python -m cucore vendor`: under the Apache License 2.0,
 * https://www.apache.org/licenses/LICENSE-2.0 */
"""
DLPACK = "/* dlpack.h, under the Apache License 2.0, unless another one is named or came before. */"
SINGLE = "change nothing here, make it anew"
SINGLE_SUM = re.compile(rf"(?<={SINGLE}; all else has the sum )([0-9a-f]{{64}})(?=\.\n \*/\n)".encode())
OWN_INCLUDE = re.compile(r'^ *#include "(cucore[\w/]*\.h(?:pp)?)".*\n', re.M)
PRIVATE = re.compile(r'^#define CUCORE__PRIVATE_(?:BEGIN|END)\n#include "cucore\.h".*\n', re.M)
PRIVATE_END = re.compile(r"^#if defined\(CUCORE__PRIVATE_END\)\n.*?^#endif\n\n(?=/\* MIT License)", re.M | re.S)
COMPAT = re.compile(r"^/\* Until 0\.4: .*?^#endif /\* until 0\.4 \*/\n\n?", re.M | re.S)  # for files that were written for 0.2
COMPAT_WORD = re.compile(r"\bCUCORE_(?:SAYS_(?:CAST|FIT)|MOVED\(\w+\)) ")
CUT_LINE = re.compile(rf"^(?: \* )?{CUT}(\{{.*\}})$", re.M)
SUM = re.compile(r"^([0-9a-f]{64})  (\S+)$", re.M)

LICENSE = """\
MIT License

Copyright (c) 2026 the cucore authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""


class Refused(Exception):
    """What cannot be done, in words for who asked."""


def _source(name: str) -> pathlib.Path:
    return _HERE / "__init__.pxd" if name == "cucore.pxd" else _INCLUDE / name


def _text(name: str) -> str:
    return _source(name).read_text(encoding="utf-8")


def _newest(name: str) -> str:
    """A header without what is there only for files that were written for 0.2."""
    return COMPAT_WORD.sub("", COMPAT.sub("", _text(name)))


def _page(name: str) -> str:
    """LICENSE or CHANGELOG.md; "" if a distribution has left the changes out."""
    if name == "LICENSE":  # not read from the dist-info, which distributions change
        return LICENSE
    path = (_HERE if _INSTALLED else _CHECKOUT) / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _sum(data: bytes) -> str:
    """The sum of a text, whichever line ends git gave it."""
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def _used(name: str) -> list[str]:
    """The headers that a header includes."""
    return _included(_text(name).partition("end of the declarations --")[0])


@functools.lru_cache(maxsize=64)
def _included(declarations: str) -> list[str]:
    return OWN_INCLUDE.findall(COMPAT.sub("", declarations))


def with_used(names: Iterable[str]) -> list[str]:
    """The headers and those that they include, in the order in which one file can have them."""
    wanted, known = set(names), HEADERS + OTHERS
    left = [name for name in wanted if name in known]
    while left:
        used = set(_used(left.pop())) - wanted
        wanted |= used
        left += used
    unknown = wanted.difference(known)
    if unknown:
        raise Refused(f"no header of cucore: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    return [name for name in known if name in wanted]


def split(there: dict[str, str]) -> list[str]:
    """The headers that were part of those that are there, by their versions."""
    return [name for name, (old, since) in SPLIT.items()
            if old in there and (there[old] == "?" or order(there[old]) < order(since))]


def parts(text: str) -> list[str]:
    """The headers that short names with commas between them name: core,python."""
    return ["cucore.h" if name in ("", "core") else f"cucore_{name}.h" for name in text.split(",")]


def order(version: str) -> list[int]:
    """What versions are sorted by."""
    if len(version) > 40:  # Python makes no int of 5,000 digits
        raise Refused(f"{version[:20]}... with {len(version)} characters is no version of cucore")
    return [int(part) for part in version.split(".")]


def changes(older: str) -> str:
    """What CHANGELOG.md says of all that is newer than a version."""
    sections = re.split(r"^(?=## )", _page("CHANGELOG.md"), flags=re.M)[1:]
    known = [(section, re.match(r"## (\d+\.\d+\.\d+)\b", section)) for section in sections]
    return "\n".join(section.strip() + "\n" for section, found in known if found and order(found[1]) > order(older))


class Cut(NamedTuple):
    """What copies are cut for: files, and headers besides those that the files include."""
    files: list[pathlib.Path]
    headers: list[str]

    def line(self, base: pathlib.Path) -> str:
        """As a line of a note or a comment in `base`: paths from there."""
        def path(file: pathlib.Path) -> str:
            try:
                return pathlib.PurePath(os.path.relpath(file, base)).as_posix()
            except ValueError:  # on another drive of Windows
                return file.resolve().as_posix()
        said = {"files": [path(file) for file in self.files], **({"headers": self.headers} if self.headers else {})}
        return CUT + json.dumps(said).replace("*/", "*\\/")


def cut_for(text: str, base: pathlib.Path) -> Optional[Cut]:
    """What a note or a header in `base` was cut for; None: it is whole."""
    found = CUT_LINE.search(text.partition("\n\n")[0])
    if not found:
        return None
    try:
        said = json.loads(found[1])
        return Cut([base / file for file in said["files"]], list(said.get("headers", [])))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused(f"the files that the copy was cut for cannot be read in {found[0]!r}: name them with --for") from None


class Texts(NamedTuple):
    """Headers as they are to be written, what is remarkable, and how many lines with code are left of how many."""
    files: dict[str, bytes]
    remarks: list[str]
    lines: tuple[int, int]


def whole(names: Iterable[str]) -> Texts:
    """The headers as they are."""
    return Texts({name: _source(name).read_bytes() for name in with_used(names)}, [], (0, 0))


def cut(what: Cut, place: pathlib.Path, more: Iterable[str] = (), usual: Iterable[str] = ()) -> Texts:
    """The headers that files include, cut; `more` are there already, `usual` is meant if the files include none."""
    try:
        used = _named.Used(what.files, place, HEADERS + OTHERS, lambda: _text("cucore.pxd"))
    except _named.NotThere as error:
        raise Refused(str(error)) from None
    said = ", ".join(map(str, what.files))
    names = with_used(used.included.union(what.headers) or usual)
    if not names:
        raise Refused(f"no header of cucore is included by {said}: name those that you want with --headers")
    texts = {name: _newest(name) for name in names if name in HEADERS}
    users = [*used.texts.values(), *(_cut.code(_text(name)) for name in names if name not in HEADERS and name != "cucore.pxd")]
    absent = [name for name in HEADERS if name not in texts]
    library = _cut.Library(texts, absent, users)
    if not any(_cut.PUBLIC.match(word) or word == _cut.CPP for word in library.named() if word in library.index) and names[-1] in HEADERS:
        raise Refused(f"nothing of cucore is named by {said}")
    exports = any(re.search(r"^[ \t]*#[ \t]*define[ \t]+CUCORE_API\b", text, re.M) for text in users)  # every function
    library.keep(filter(_cut.PUBLIC.match, library.index) if exports else ())
    known = set(library.index) | {word for text in texts.values() for word in _named.NAME.findall(text)}
    others = {word: name for name in absent for word in re.findall(r"^#define (cucore_\w+|CUCORE_\w+)|^} (cucore_\w+);", _text(name), re.M)
              for word in word if word}
    files = {header.name: library.shown(header, "").encode() for header in library.headers}
    files.update({name: _source(name).read_bytes() for name in names if name not in HEADERS})
    for name in with_used(more):  # copies that no file needs any more
        if name not in files and name in HEADERS:
            rest = _cut.Library({other: _newest(other) for other in with_used([name])}, [])
            rest.keep()
            files[name] = next(rest.shown(header, "") for header in rest.headers if header.name == name).encode()
    lines = [sum(_cut.count(text) for text in group) for group in (
        [data.decode() for data in files.values()], [_text(name) for name in files])]
    return Texts({name: files[name] for name in HEADERS + OTHERS if name in files}, list(used.remarks(known, others)), (lines[0], lines[1]))


def _dlpack_text() -> str:
    folder = pathlib.Path(get_dlpack_include())
    return next(folder / name for name in ("dlpack/dlpack.h", DLPACK_H) if (folder / name).is_file()).read_text(encoding="utf-8")


def with_dlpack(files: dict[str, bytes], folder: pathlib.Path, new: bool) -> dict[str, bytes]:
    """The files, and the dlpack.h that cucore_dlpack.h needs: in a new copy, or in one that has it from here.  Somebody's own stays,
    and without any on this machine there is none."""
    path = folder / DLPACK_H
    ours = path.is_file() and DLPACK_H in _known(folder)
    if "cucore_dlpack.h" not in files or not ours and (not new or os.path.lexists(path)):
        return files
    try:
        return {**files, DLPACK_H: (DLPACK_HEAD + _dlpack_text()).encode()}
    except ModuleNotFoundError:
        return {**files, DLPACK_H: path.read_bytes()} if ours else files


def _note(files: dict[str, bytes], what: Optional[Cut] = None, folder: pathlib.Path = pathlib.Path()) -> bytes:
    """The file that stands beside copied headers."""
    licence = _page("LICENSE")
    sums = "".join(f"{_sum(data)}  {name}\n" for name, data in {**files, LICENSE_SUM: licence.encode()}.items())
    head = f"cucore {__version__}{NOTED}"
    if what:
        head += "\n" + what.line(folder)
    return f"{head}\n\n{sums}\n{licence}".encode()


def noted(folder: pathlib.Path) -> Optional[Cut]:
    """What the copies in a folder were cut for, as their note says."""
    note = folder / NOTE
    return cut_for(note.read_bytes().decode(errors="replace").replace("\r\n", "\n"), folder) if note.is_file() else None


def copied(folder: pathlib.Path) -> dict[str, str]:
    """Header -> version, of the copies in a folder."""
    return {name: _version_of(folder / name) or "?" for name in HEADERS + OTHERS if (folder / name).is_file()}


def stages(folder: pathlib.Path) -> list[pathlib.Path]:
    """The folders that runs left behind because they were killed."""
    return [path for path in folder.glob(STAGE + "*") if path.is_dir() and not path.is_symlink()
            and all(left.name == NOTE or left.name.isdigit() for left in path.iterdir())]


def _clear(paths: Iterable[pathlib.Path]) -> None:
    for path in paths:
        shutil.rmtree(path, ignore_errors=True)


def _known(folder: pathlib.Path) -> dict[str, set[str]]:
    """Name -> sums of what `vendor` or `update` wrote to a folder, the note included.  After a run that was killed, files
    are as the old note has them, or as the one that it has not put in its place."""
    found: dict[str, set[str]] = {}
    for note in [folder / NOTE, *(path / NOTE for path in stages(folder))]:
        for name, known in (_noted_sums(note) if note.is_file() else {}).items():
            found.setdefault(name, set()).add(known)
    return found


def _noted_sums(note: pathlib.Path) -> dict[str, str]:
    """Name -> sum, of the files that a note names, and of itself if each of its lines is as it was written."""
    text = note.read_bytes().replace(b"\r\n", b"\n").decode(errors="replace")
    head, _, rest = text.partition("\n\n")
    rows, _, licence = rest.partition("\n\n")
    sums = {name: found for found, name in SUM.findall(rows)}
    as_written = (HEAD.fullmatch(head) and all(map(SUM.fullmatch, rows.split("\n")))
                  and set(sums) <= {*HEADERS, *OTHERS, DLPACK_H, LICENSE_SUM} and sums.pop(LICENSE_SUM, _sum(LICENSE.encode())) == _sum(licence.encode()))  # not a line of anybody else
    return {**sums, NOTE: _sum(note.read_bytes())} if as_written else sums


def _differs(path: pathlib.Path, data: bytes) -> bool:
    return not path.is_file() or _sum(path.read_bytes()) != _sum(data)


def _in_the_way(path: pathlib.Path, known: Iterable[str], force: bool) -> str:
    """Why a file must not be overwritten; "" if it is not there, or has a known sum, or is to be overwritten by --force."""
    if not os.path.lexists(path) or path.is_symlink() and not path.exists() and force:
        return ""
    if path.exists() and not path.is_file():  # a folder, a device
        return "is no file"
    if force:
        return ""
    if path.is_symlink():
        return "is a symbolic link"
    if not known:
        return "is no copy that was made by this program"
    return "" if _sum(path.read_bytes()) in known else "was changed since it was copied"


def _refuse(folder: pathlib.Path, reasons: dict[str, str]) -> None:
    found = [f"{name} {why}" for name, why in reasons.items() if why]
    if found:
        forced = "" if "is no file" in reasons.values() else "; --force overwrites that"
        raise Refused(f"{folder}: {', '.join(found)}{forced}")


def _put(folder: pathlib.Path, files: dict[str, bytes]) -> None:
    """Writes files to a folder: all of them beside what is there, then each takes its place, and the mode of what was there.

    What comes between two of the last steps leaves the folder of the others: the next run removes it, and knows by its
    note which files are new (_known).
    """
    made = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        left, placed = stages(folder), 0
        stage = pathlib.Path(tempfile.mkdtemp(prefix=STAGE, dir=folder))
        try:
            for number, (name, data) in enumerate(files.items()):
                (folder / name).parent.mkdir(exist_ok=True)
                staged = stage / (name if name == NOTE else str(number))
                staged.write_bytes(data)
                if (folder / name).is_file() and not (folder / name).is_symlink():
                    shutil.copymode(folder / name, staged)
            for number, name in enumerate(files):
                os.replace(stage / (name if name == NOTE else str(number)), folder / name)
                placed += 1
        finally:
            if placed in (0, len(files)):
                _clear([stage])
        _clear(left)
    except BaseException:
        for path in made:  # the innermost first, as long as they are empty
            try:
                path.rmdir()
            except OSError:
                break
        raise


def _through_a_link(folder: pathlib.Path, force: bool) -> dict[str, str]:
    return {"the folder": "is a symbolic link"} if folder.is_symlink() and not force else {}


def write(folder: pathlib.Path, files: dict[str, bytes], what: Optional[Cut], force: bool) -> list[str]:
    """Writes headers and the note -> what was not there, or was other; Refused if that is not ours to overwrite."""
    files = {**files, NOTE: _note(files, what, folder)}
    files = {name: data for name, data in files.items() if _differs(folder / name, data)}
    known = _known(folder)
    reasons = {name: _in_the_way(folder / name, known.get(name, ()), force) for name in files}
    reasons.update(_through_a_link(folder, force))
    if (folder / "cucore").is_symlink() and any(name.startswith("cucore/") for name in files) and not force:
        reasons["cucore"] = "is a symbolic link"
    _refuse(folder, reasons)
    _put(folder, files) if files else _clear(stages(folder))
    return [name for name in files if name != NOTE]


class Single(NamedTuple):
    """What is known of one header that `single` made."""
    version: str
    names: list[str]
    dlpack: bool
    what: Optional[Cut]


def made_single(path: pathlib.Path) -> Single:
    """How a header was made; Refused if `single` did not make it."""
    text = path.read_bytes().decode(errors="replace").replace("\r\n", "\n")
    found = re.match(r"/\* cucore_single\.h - v(\d+\.\d+\.\d+) - (.*?) as one header ", text)
    if not found or SINGLE not in text:
        raise Refused(f"{path} was not made by `python -m cucore single`")
    head = text.partition(" */\n")[0]
    return Single(found[1], found[2].split(", "), DLPACK in text, cut_for(head, path.parent))


def write_single(path: pathlib.Path, text: str, force: bool) -> bool:
    """Writes what `single` gave -> whether another was there; Refused if that is another file, or was changed since it was made."""
    differs = _differs(path, text.encode())
    if differs:
        data = path.read_bytes().replace(b"\r\n", b"\n") if path.is_file() else b""
        said = SINGLE_SUM.search(data)
        known = [_sum(data) if said and said[1].decode() == _sum(SINGLE_SUM.sub(b"", data, 1)) else "none"] if said else []
        _refuse(path.parent, {path.name: _in_the_way(path, known, force), **_through_a_link(path.parent, force)})
    _put(path.parent, {path.name: text.encode()}) if differs else _clear(stages(path.parent))
    return differs


def single(names: Iterable[str], dlpack: bool, texts: Optional[dict[str, bytes]] = None, line: str = "") -> str:
    """One header: the same as including those in their order, Python.h before them.  `texts` are those that were cut, and `line`
    says for what."""
    names = with_used(names)
    if set(names).intersection(OTHERS):
        raise Refused(f"one header is made of {', '.join(HEADERS)} only")
    found = {name: texts[name].decode() if texts else _text(name) for name in names}
    python = "cucore_python.h" in names
    parts, apache = [], ""
    if python:  # its place is before all other headers, its last includes are its own
        parts.append("#ifndef PY_SSIZE_T_CLEAN\n#define PY_SSIZE_T_CLEAN\n#endif\n#include <Python.h>\n")
    if dlpack and "cucore_dlpack.h" in names:
        apache = " AND Apache-2.0"
        parts.append(f"{DLPACK}\n"
                     "#if !defined(CUCORE_DLPACK_HEADER) && !defined(DLPACK_MAJOR_VERSION)\n"
                     f"{_dlpack_text().strip()}\n#endif\n")
    ordered: list[str] = []  # each after those that it includes
    for name in names:
        late = [other for other in with_used([name]) if other not in ordered and other != name]
        parts += [f"#define {name.upper().replace('.', '_')} /* known to {', '.join(late)} */\n"] if late else []
        ordered += [*late, name] if name not in ordered else []
    without = [COMPAT.sub(lambda part: "" if OWN_INCLUDE.search(part[0]) else part[0], found[name]) for name in ordered]
    parts += [OWN_INCLUDE.sub("", PRIVATE.sub("", text)) for text in without]
    end = PRIVATE_END.search(found["cucore.h"])[0]  # the private macros of cucore.h last until the end of the file
    text = "\n" + "\n".join([*(PRIVATE_END.sub("", part) for part in parts), end])
    text = f"""\
/* cucore_single.h - v{__version__} - {', '.join(names)} as one header - SPDX-License-{'Identifier'}: MIT{apache}
 * {COPYRIGHT}
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_single.h"           everywhere{', first of all includes: brings in Python.h' if python else ''}
 *
 * {line}Made by `python -m cucore single`: {SINGLE}; all else has the sum .
 */
{text}"""
    return text.replace(" has the sum .", f" has the sum {_sum(text.encode())}.", 1)
