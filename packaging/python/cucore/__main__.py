"""python -m cucore: compiler flags, copies of the headers, all of them as one header."""
from __future__ import annotations

import argparse
import io
import os
import pathlib
import re
import sys
import sysconfig

import cucore
from cucore import _copies

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


def vendor(options: argparse.Namespace) -> None:
    """copy the headers to a folder"""
    names = _copies.with_used(options.headers)
    there = _copies.copied(options.folder)
    if there and not options.force:
        raise _copies.Refused(f"{options.folder} has {', '.join(there)} already: use `python -m cucore update`")
    _copies.write(options.folder, names, options.force)
    print(f"cucore {cucore.__version__}: {', '.join(names)} and {_copies.NOTE} are in {options.folder}")


def update(options: argparse.Namespace) -> None:
    """bring the copies in a folder to this version, and say what changed"""
    there = _copies.copied(options.folder)
    if not there:
        raise _copies.Refused(f"{options.folder} has no header of cucore: use `python -m cucore vendor`")
    versions = sorted(set(there.values()) - {"?"}, key=_copies.order) or ["0.0.0"]
    newest = versions[-1]
    if _copies.order(newest) > _copies.order(cucore.__version__) and not options.force:
        raise _copies.Refused(f"{options.folder} has {newest}, and this is {cucore.__version__}; --force goes back")
    written = _copies.write(options.folder, _copies.with_used(there), options.force)
    print(f"{options.folder}: cucore {' and '.join(versions)} -> {cucore.__version__}")
    for name in _copies.with_used(there):
        print(f"  {name}: " + ("as before" if name not in written else "new" if name not in there else "updated"))
    if written:
        print("\n" + _copies.changes(versions[0]), end="")


def single(options: argparse.Namespace) -> None:
    """write all headers as one"""
    text = _copies.single(options.headers, options.dlpack)
    if options.file == "-":
        print(text, end="")
    else:
        _copies.write_single(pathlib.Path(options.file), text, options.force)


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
            command.add_argument("file", metavar="FILE", help="where to; - is the standard output")
            command.add_argument("--dlpack", action="store_true", help="dlpack.h, too")
        else:
            command.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
        command.add_argument("--force", action="store_true", help="also over files that are not from here, or were changed"
                             + (", and to an older version" if run is update else ""))
        if run is not update:
            command.add_argument("--headers", nargs="+", metavar="HEADER", default=_copies.HEADERS,
                                 help="only these, and what they include: " + " ".join(_copies.HEADERS + _copies.OTHERS))
        if run is single:
            command.add_argument("--only", metavar="PARTS", type=_copies.parts, dest="headers",
                                 help="the same by short names with commas, for example core,dlpack,python: " + " ".join(_copies.PARTS))
    options = parser.parse_args(arguments)
    if not options.shown and not hasattr(options, "run"):
        parser.error("nothing to do; try --help")
    try:
        if isinstance(sys.stdout, io.TextIOWrapper):  # names of files are bytes
            sys.stdout.reconfigure(errors="surrogateescape")
        if options.shown:
            print(options.shown())
        else:
            options.run(options)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has enough
        status: int | str = 1
    except (_copies.Refused, ImportError, OSError, UnicodeError) as error:
        status = f"cucore: {error}"
    else:
        return
    try:
        sys.stdout.flush()
    except (AttributeError, OSError):  # Python would try once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)


if __name__ == "__main__":
    main()
