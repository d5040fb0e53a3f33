"""python -m cucore: compiler flags, copies of the headers, all of them as one header, a judge of array libraries."""
from __future__ import annotations

import argparse
import io
import os
import pathlib
import re
import sys
import sysconfig

import cucore
from cucore import _copies, judge

UNQUOTED = re.compile(r"[\s*?\[]")  # a shell splits and expands the words of $( ) at these


def _word(folder: str) -> str:
    """A folder as one word of $( ), in which quotes are letters: as it is, or from the current folder on."""
    for word in (folder, os.path.relpath(folder) if UNQUOTED.search(folder) else folder):
        if not UNQUOTED.search(word):
            return word
    raise _copies.Refused(f"no flag for $( ) can be made of {folder!r}: a shell splits it. Name the folders yourself "
                          "(cucore.get_includes()), or give it a name without spaces")


def flags() -> str:
    """-I of cucore, and -isystem of the folders of others, whose warnings are not those of the module."""
    own = cucore.get_include()
    others = [*cucore.get_includes(), sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
    others = [folder for folder in dict.fromkeys(others) if folder not in (own, "/usr/include")]
    return " ".join([f"-I{_word(own)}", *(f"-isystem {_word(folder)}" for folder in others)])


def _texts(what: _copies.Cut | None, options: argparse.Namespace, place: pathlib.Path, more: dict[str, str]) -> _copies.Texts:
    """The headers to write, cut or whole; remarks go to the standard error."""
    if not what:
        return _copies.whole(more or options.headers or _copies.HEADERS)
    texts = _copies.cut(what, place, more, [] if options.run is not single else _copies.HEADERS)
    for remark in texts.remarks:
        print(f"cucore: {remark}", file=sys.stderr)
    return texts


def _cut(options: argparse.Namespace) -> _copies.Cut | None:
    """What the command line says that the headers are to be cut for."""
    return _copies.Cut(options.files, list(getattr(options, "headers", None) or [])) if options.files else None


def vendor(options: argparse.Namespace) -> None:
    """copy the headers to a folder"""
    what = _cut(options)
    there = _copies.copied(options.place)
    if there and not options.force and not _copies.stages(options.place):
        raise _copies.Refused(f"{options.place} has {', '.join(there)} already: use `python -m cucore update`")
    texts = _texts(what, options, options.place, {})
    files = _copies.with_dlpack(texts.files, options.place, True)
    _copies.write(options.place, files, what, options.force)
    print(f"cucore {cucore.__version__}: {', '.join(files)} and {_copies.NOTE} are in {options.place}{_lines(texts)}")


def _lines(texts: _copies.Texts) -> str:
    """How much was cut."""
    return f", cut to {texts.lines[0]:,} of {texts.lines[1]:,} lines with code" if texts.lines[1] else ""


def _refuse_newer(place: str, version: str, force: bool) -> None:
    if _copies.order(version) > _copies.order(cucore.__version__) and not force:
        raise _copies.Refused(f"{place} has {version}, and this is {cucore.__version__}; --force goes back")


def update(options: argparse.Namespace) -> None:
    """bring the copies in a folder, or one header, to this version, and say what changed"""
    if options.place.is_file():
        return update_single(options)
    there = _copies.copied(options.place)
    if not there:
        raise _copies.Refused(f"{options.place} has no header of cucore: use `python -m cucore vendor`")
    versions = sorted(set(there.values()) - {"?"}, key=_copies.order) or ["0.0.0"]
    newest = versions[-1]
    _refuse_newer(str(options.place), newest, options.force)
    what = _cut(options) or _copies.noted(options.place)
    texts = _texts(what, options, options.place, {**there, **dict.fromkeys(_copies.split(there), "")})
    files = _copies.with_dlpack(texts.files, options.place, False)
    written = _copies.write(options.place, files, what, options.force)
    print(f"{options.place}: cucore {' and '.join(versions)} -> {cucore.__version__}{_lines(texts)}")
    for name in files:
        print(f"  {name}: " + ("as before" if name not in written else "new" if name in texts.files and name not in there else "updated"))
    if written:
        print("\n" + _copies.changes(versions[0]), end="")


def update_single(options: argparse.Namespace) -> None:
    """bring one header to this version"""
    made = _copies.made_single(options.place)
    _refuse_newer(str(options.place), made.version, options.force)
    what = _cut(options) or made.what
    there = dict.fromkeys(made.names, made.version)
    texts = _texts(what._replace(headers=made.names) if what else None, options, options.place,
                   {**there, **dict.fromkeys(_copies.split(there), "")})
    line = what.line(options.place.parent) + "\n * " if what else ""
    written = _copies.write_single(options.place, _copies.single(texts.files, made.dlpack, texts.files, line), options.force)
    print(f"{options.place}: cucore {made.version} -> {cucore.__version__}: {'updated' if written else 'as before'}{_lines(texts)}")
    if written:
        print("\n" + _copies.changes(made.version), end="")


def single(options: argparse.Namespace) -> None:
    """write all headers as one"""
    what = _cut(options)
    texts = _texts(what, options, options.place, {})
    line = what.line(options.place.parent) + "\n * " if what else ""
    text = _copies.single(texts.files, options.dlpack, texts.files, line)
    if options.place == pathlib.Path("-"):
        print(text, end="")
    else:
        _copies.write_single(options.place, text, options.force)


def _parsed(parser: argparse.ArgumentParser, arguments: list[str] | None) -> argparse.Namespace:
    """The options.  FILE or FOLDER may be the last word after --for, and stand after any option."""
    options, more = parser.parse_known_args(arguments)
    if hasattr(options, "place"):
        if options.place is None and len(more) == 1 and (more[0] == "-" or not more[0].startswith("-")):
            options.place = more.pop()
        elif options.place is None and options.files and len(options.files) > 1:
            options.place = str(options.files.pop())
        if not more and options.place is None:
            parser.error(f"{options.run.__name__}: no {'FILE' if options.run is single else 'FOLDER'} is named")
        options.place = options.place and pathlib.Path(options.place)
    if more:
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    return options


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m cucore", description=__doc__.split(": ", 1)[1])
    shown = parser.add_mutually_exclusive_group()
    for option, function, text in (
            ("--version", lambda: cucore.__version__, "the version of the headers"),
            ("--include", cucore.get_include, "the folder of the headers"),
            ("--includes", flags, "for $( ): the folders of the headers, dlpack.h, cuda.h if there is one, and Python.h"),
            ("--cmakedir", cucore.get_cmake_dir, "the folder of cucoreConfig.cmake"),
            ("--pkgconfigdir", cucore.get_pkgconfig_dir, "the folder of cucore.pc")):
        shown.add_argument(option, dest="shown", action="store_const", const=function, help=text)
    commands = parser.add_subparsers(metavar="COMMAND")
    for run in (vendor, update, single):
        command = commands.add_parser(run.__name__, help=run.__doc__, description=run.__doc__)
        command.set_defaults(run=run)
        if run is single:
            command.add_argument("place", metavar="FILE", nargs="?", help="where to; - is the standard output")
            command.add_argument("--dlpack", action="store_true", help="dlpack.h, too")
        else:
            command.add_argument("place", metavar="FOLDER", nargs="?",
                                 help="where to" if run is vendor else "where the copies are, or the file that `single` made")
        command.add_argument("--for", nargs="+", metavar="FILE", type=pathlib.Path, dest="files", action="extend",
                             help="cut the headers to what these files, or all sources in a folder, name; what comes last is "
                             + ("FILE" if run is single else "FOLDER"))
        command.add_argument("--force", action="store_true", help="also over files that are not from here, or were changed"
                             + (", and to an older version" if run is update else ""))
        if run is not update:
            command.add_argument("--headers", nargs="+", metavar="HEADER", default=None,
                                 help="only these, and what they include: " + " ".join(_copies.HEADERS + _copies.OTHERS))
        if run is single:
            command.add_argument("--only", metavar="PARTS", type=_copies.parts, dest="headers",
                                 help="the same by short names with commas, for example core,dlpack,python: " + " ".join(_copies.PARTS))
    command = commands.add_parser("judge", help=judge.run.__doc__, description=judge.run.__doc__)
    command.set_defaults(run=judge.run)
    judge.add_options(command)
    options = _parsed(parser, arguments)
    if not options.shown and not hasattr(options, "run"):
        parser.error("nothing to do; try --help")
    status: int | str | None = None
    try:
        if isinstance(sys.stdout, io.TextIOWrapper):  # names of files are bytes
            sys.stdout.reconfigure(errors="surrogateescape")
        if options.shown:
            print(options.shown())
        else:
            status = options.run(options)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has enough
        status = 1
    except (_copies.Refused, ImportError, OSError, UnicodeError) as error:
        status = f"cucore: {error}"
    else:
        if not status:
            return
    try:
        sys.stdout.flush()
    except (AttributeError, OSError):  # Python would try once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)


if __name__ == "__main__":
    main()
