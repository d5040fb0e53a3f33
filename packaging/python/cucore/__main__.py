"""python -m cucore: compiler flags, copies of the headers, all of them as one header."""
from __future__ import annotations

import argparse
import pathlib
import shlex
import sys
import sysconfig

import cucore
from cucore import _copies


def flags() -> str:
    """-I of everything that a module needs."""
    folders = [*cucore.get_includes(), sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
    return " ".join(f"-I{shlex.quote(folder)}" for folder in dict.fromkeys(folders))


def vendor(options: argparse.Namespace) -> None:
    """copy the headers to a folder"""
    names = _copies.with_used(options.headers)
    there = _copies.copied(options.folder)
    if there:
        raise _copies.Refused(f"{options.folder} has {', '.join(there)} already: use `python -m cucore update`")
    _copies.write(options.folder, names)
    print(f"cucore {cucore.__version__}: {', '.join(names)} and {_copies.NOTE} are in {options.folder}")


def update(options: argparse.Namespace) -> None:
    """bring the copies in a folder to this version, and say what changed"""
    there = _copies.copied(options.folder)
    if not there:
        raise _copies.Refused(f"{options.folder} has no header of cucore: use `python -m cucore vendor`")
    changed = _copies.changed_here(options.folder)
    if changed and not options.force:
        raise _copies.Refused(f"changed since they were copied: {', '.join(changed)}; --force overwrites them")
    versions = sorted(set(there.values()) - {"?"}, key=_copies.order) or ["0.0.0"]
    newest = versions[-1]
    if _copies.order(newest) > _copies.order(cucore.__version__) and not options.force:
        raise _copies.Refused(f"{options.folder} has {newest}, and this is {cucore.__version__}; --force goes back")
    written = _copies.write(options.folder, _copies.with_used(there))
    print(f"{options.folder}: cucore {' and '.join(versions)} -> {cucore.__version__}")
    for name in _copies.with_used(there):
        print(f"  {name}: " + ("as before" if name not in written else "new" if name not in there else "updated"))
    if written:
        print("\n" + _copies.changes(versions[0]), end="")


def single(options: argparse.Namespace) -> None:
    """write all headers as one"""
    text = _copies.single(options.headers, options.dlpack)
    if options.file == "-":
        sys.stdout.write(text)
    else:
        pathlib.Path(options.file).write_text(text, encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m cucore", description=__doc__.split(": ", 1)[1])
    shown = parser.add_mutually_exclusive_group()
    for option, function, text in (
            ("--version", lambda: cucore.__version__, "the version of the headers"),
            ("--include", cucore.get_include, "the folder of the headers"),
            ("--includes", flags, "-I of the headers, dlpack.h, cuda.h where there is one, and Python.h"),
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
        if run is update:
            command.add_argument("--force", action="store_true", help="over changed copies, and to an older version")
        else:
            command.add_argument("--headers", nargs="+", metavar="HEADER", default=_copies.HEADERS,
                                 help="only these, and what they include: " + " ".join(_copies.HEADERS + _copies.OTHERS))
    options = parser.parse_args(arguments)
    if options.shown:
        print(options.shown())
    elif not hasattr(options, "run"):
        parser.error("nothing to do; try --help")
    else:
        try:
            options.run(options)
        except (_copies.Refused, OSError) as error:
            sys.exit(f"cucore: {error}")


if __name__ == "__main__":
    main()
