"""Compiles and runs the library where its users may, and writes what came of it to docs/reference/platforms.md.

    python3 tests/platforms/run.py                 every row; the page and its record (platforms.json) are written anew
    python3 tests/platforms/run.py --only gcc      rows whose name has the word; the other rows of the page stay
    python3 tests/platforms/run.py --list          names, and what each does

Rows run in places: chroots of Debian's releases, made by mmdebstrap or debootstrap (which takes root), compilers from the
package index (zig), this machine.  A place is made once and kept in --folder; what cannot be had makes its rows "not run",
with the reason.  Needs Python 3.9 and nothing else.

    CUCORE_MATRIX_MIRROR            where Debian comes from; otherwise, from where apt of this machine gets it
    CUDA_INCLUDE, DLPACK_INCLUDE    folders of cuda.h and of dlpack/dlpack.h
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import typing

import rows

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "reference" / "platforms.md"
RECORD = ROOT / "docs" / "reference" / "platforms.json"
OUTCOMES = ("passes", "refused", "fails", "not run")

HEAD = """\
# Platforms

Written by `make matrix`; `tests/platforms/rows.py` has what each row does, `platforms.json` the day of each. A line has the
environments (in brackets: the version), what was tried, and the result. A row without another word passes: no warning, and programs gave what
they should. "refused": one `#error`, which contains what to do. "fails": the words of the compiler or test, and what to do. "not run": what was missing.

Warnings: `{warnings}`, in C also
`{in_c}`, in C++ `-Wold-style-cast` and, with gcc, `-Wuseless-cast -Wzero-as-null-pointer-constant`; all are errors.
gcc and clang run with -O0 -O1 -O2 -O3 -Os, gcc also with -Og, and each standard. Programs are those of `tests/c`; those of the driver run on its fake.

"""


class NotHere(Exception):
    """A place cannot be had; why."""


class Failed(Exception):
    """A row fails; the line that says so."""


class Refused(Failed):
    """The library does not compile, and says why in one line: this one."""


def run_command(command, timeout=1200, **more):
    """-> status, output; a command that takes too long, or that there is not, has failed."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
                              errors="replace", timeout=timeout, **more)
    except subprocess.TimeoutExpired:
        return 124, f"no end after {timeout} s"
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stdout


def telling(output):
    """The line that says most of why a command failed."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for pattern in (r"#error|fatal error", r"\berror\b", r"FAILED|undefined reference|Error\b", r"warning"):
        for line in lines:
            if re.search(pattern, line):
                return line
    return lines[-1] if lines else "no output"


class Place:
    """Where commands run: sources is the folder of this tree there, work an empty one, folder the same seen from here."""
    sources = str(ROOT)
    NotHere, Failed, Refused = NotHere, Failed, Refused
    used = ""  # what a refusal came of
    folder = None

    def __init__(self, options):
        self.options = options

    def prepare(self):
        """NotHere: it cannot be had"""
        self.folder = self.options.folder / f"work-{os.getpid()}"
        self.folder.mkdir(parents=True)
        self.work = str(self.folder)

    def close(self):
        """Nothing stays but what was installed."""
        if self.folder:
            shutil.rmtree(self.folder)

    def includes(self, cuda=None):
        return ["-I."] + [word for folder in (cuda or self.options.cuda, self.options.dlpack) if folder
                          for word in ("-isystem", folder)]

    def run(self, *command, **environment):
        """-> status, output"""
        return run_command([str(word) for word in command], cwd=self.sources, env={**os.environ, **environment})

    # What rows are made of.
    def do(self, label, *command, **environment):
        """-> the output; Failed if the status is not 0, NotHere if there is no such command"""
        status, output = self.run(*command, **environment)
        if status == 127 and not self.has("sh", "-c", 'command -v "$0"', command[0]):
            raise NotHere(f"{command[0]} is not installed")
        if status:
            raise Failed(f"{label}: {telling(output)}")
        return output

    def has(self, *command):
        return self.run(*command)[0] == 0

    def other(self, kind, *details):
        return KINDS[kind](self.options, *details)

    def give(self, place, path):
        """A file of another place's work, in this one's."""
        shutil.copy(place.folder / pathlib.PurePosixPath(path).name, self.folder)
        return f"{self.work}/{pathlib.PurePosixPath(path).name}"

    def take(self, root, *folders):
        """Folders of a chroot, in one."""
        target = self.folder / "taken"
        for folder in folders:
            shutil.copytree(str(root.root) + folder, target, dirs_exist_ok=True)
        return f"{self.work}/taken"

    def bring(self, variable, what):
        """The folder that a variable names, in this place's work."""
        if not os.environ.get(variable):
            raise NotHere(f"set {variable} to {what}")
        shutil.copytree(os.environ[variable], self.folder / "brought")
        return f"{self.work}/brought"

    def python_include(self, python="python3"):
        return self.do(python, python, "-c", "import sysconfig; print(sysconfig.get_path('include'))").strip()


class Here(Place):
    """This machine."""


class Zig(Place):
    """A version of the package ziglang: clang with the C libraries of many targets."""

    def __init__(self, options, version):
        super().__init__(options)
        self.version = version

    def prepare(self):
        super().prepare()
        target = self.options.folder / f"zig-{self.version}"
        if not (target / "ziglang").is_dir():
            status, output = run_command([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                                          "--no-deps", "--target", str(target), f"ziglang=={self.version}"])
            if status:
                shutil.rmtree(target, ignore_errors=True)
                raise NotHere(f"ziglang {self.version} cannot be installed: {telling(output)}")
        self.zig = str(target / "ziglang" / "zig")

    def run(self, *command, **environment):
        cache = str(self.options.folder / "zig-cache")
        return super().run(*command, **{"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache, **environment})


class Debian(Place):
    """A chroot of one of its releases, with packages."""

    def __init__(self, options, name):
        super().__init__(options)
        self.sources = f"/cucore-{os.getpid()}"
        self.name = name
        self.release, self.packages = rows.ROOTS[name]

    def prepare(self):
        self.root = self.options.folder / self.name
        stamp = self.root / "made"
        wanted = f"{self.release} {' '.join(self.packages)}\n"
        if os.geteuid() != 0:
            raise NotHere("chroots take root")
        if not stamp.exists() or stamp.read_text() != wanted:
            self.make()
            stamp.write_text(wanted)
        self.folder = tree = self.root / self.sources[1:]
        tree.mkdir(exist_ok=True)
        for name in ("src", "tests", "examples", "systems"):
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "corpus"), dirs_exist_ok=True)
        for path in [*ROOT.glob("cucore*.h"), ROOT / "README.md"]:
            shutil.copy(path, tree)
        (tree / "include" / "dlpack").mkdir(parents=True, exist_ok=True)
        for folder, name in ((self.options.cuda, "cuda.h"), (self.options.dlpack, "dlpack/dlpack.h")):
            if folder:
                shutil.copy(pathlib.Path(folder) / name, tree / "include" / name)
        self.folder, self.work = tree / "work", f"{self.sources}/work"
        self.folder.mkdir(exist_ok=True)

    def close(self):
        if self.folder:
            shutil.rmtree(self.root / self.sources[1:])

    def make(self):
        mirror = self.options.mirror()
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.parent.mkdir(parents=True, exist_ok=True)
        print(f"making a chroot of {self.release} with {len(self.packages)} packages", flush=True)
        # The lists of a mirror that lags behind are past their date; they are signed all the same.
        if shutil.which("mmdebstrap"):
            command = ["mmdebstrap", "--variant=minbase", '--aptopt=APT::Install-Recommends "false"',
                       '--aptopt=Acquire::Check-Valid-Until "false"', "--include=" + ",".join(self.packages),
                       self.release, str(self.root), mirror]
        elif shutil.which("debootstrap"):
            command = ["debootstrap", "--variant=minbase", "--include=" + ",".join(self.packages), self.release,
                       str(self.root), mirror]
        else:
            raise NotHere("neither mmdebstrap nor debootstrap is installed")
        status, output = run_command(command, timeout=3600)
        if status:
            shutil.rmtree(self.root, ignore_errors=True)
            raise NotHere(f"no chroot of {self.release}: {telling(output)}")

    def includes(self, cuda=None):
        return ["-I.", "-isystem", cuda or "include", "-isystem", "include"]

    def run(self, *command, **environment):
        inside = 'mount -t proc proc "$0/proc" && exec chroot "$0" /bin/sh -c \'cd "$0" && exec "$@"\' "$@"'
        kept = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "WINEDEBUG": "-all",
                "WINEPREFIX": "/root/wine", "XDG_RUNTIME_DIR": "/tmp"}
        return run_command(["unshare", "--mount", "--net", "sh", "-c", inside, str(self.root), self.sources, *map(str, command)],
                           env={**kept, **environment})


KINDS = {"here": Here, "zig": Zig, "debian": Debian}


class Options(typing.NamedTuple):
    folder: pathlib.Path
    cuda: str
    dlpack: str

    def mirror(self):
        if os.environ.get("CUCORE_MATRIX_MIRROR"):
            return os.environ["CUCORE_MATRIX_MIRROR"]
        status, output = run_command(["apt-get", "indextargets", "--format", "$(ORIGIN) $(LABEL) $(SITE)"])
        for line in output.splitlines() if status == 0 else ():
            origin, label, site = line.split(" ", 2)
            if (origin, label) == ("Debian", "Debian"):
                return site
        raise NotHere("where Debian comes from is not known: set CUCORE_MATRIX_MIRROR")


def outcome_of(row, place):
    """-> outcome, versions, remark"""
    try:
        place.prepare()
        used, said = row.do(place, *row.arguments)
    except NotHere as why:
        return "not run", "", str(why)
    except Failed as why:
        said = re.sub(r"\s+", " ", str(why))
        used = place.used
        if row.refused and isinstance(why, Refused) and re.search(row.refused, said):
            return "refused", used, said
        return "fails", used, f"{said[:300]} {row.advice}".strip()
    return ("fails", used, "it was to be refused") if row.refused else ("passes", used, said)


SAID_ABOVE = re.compile(r"^no warning: (?:-O\w+[ ,]+)*|(?:; )?\bthe example gives what it should")  # in the head of the page


def environment(name, used):
    """Returns the name of a row and the version of what ran there, without a product that the name contains."""
    first = used.split(" ")[0]
    version = used[len(first) + 1:] if first in re.split(r"[ ,]+", name) else used
    return f"**{name}** ({version})" if version else f"**{name}**"


def result(seen):
    """Returns what came of a row, without what every row has that passes."""
    said = seen["remark"].replace("\n", " ")
    return SAID_ABOVE.sub("", said) or "passes" if seen["outcome"] == "passes" else f"{seen['outcome']}: {said}"


def write(record):
    known = {row.name: row for row in rows.ROWS}
    lines = [HEAD.format(warnings=" ".join(rows.WARNINGS), in_c=" ".join(rows.IN_C))]
    for group in rows.GROUPS:
        inside = [row for row in known.values() if row.group == group and row.name in record]
        if not inside:
            continue
        tried = {}  # what was done -> what came of it -> where
        for row in inside:
            seen = record[row.name]
            tried.setdefault(row.what, {}).setdefault(result(seen), []).append(environment(row.name, seen["used"]))
        days = sorted({seen["date"] for seen in map(record.get, (row.name for row in inside))})
        lines.append(f"## {group}\n\nSeen {' to '.join(sorted({days[0], days[-1]}))}.\n\n")
        for what, results in tried.items():
            rest = [(", ".join(where), said) for said, where in results.items()]
            lines.append(f"- {rest[0][0]}: {what}: {rest[0][1]}\n" if len(rest) == 1 else
                         f"- {what}:\n" + "".join(f"  - {where}: {said}\n" for where, said in rest))
        lines.append("\n")
    PAGE.write_text("".join(lines).rstrip("\n") + "\n")
    kept = {name: record[name] for name in known if name in record}
    RECORD.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def generated():
    """Returns the files that this program writes."""
    return [PAGE, RECORD]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "matrix")
    parser.add_argument("--only", action="append", help="rows whose name, or the name of whose group, has the word")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    chosen = [row for row in rows.ROWS
              if not arguments.only or any(word in f"{row.group}: {row.name}" for word in arguments.only)]
    if arguments.list:
        for row in chosen:
            print(f"{row.group}: {row.name}: {row.what}")
        return 0
    options = Options(arguments.folder.resolve(), os.environ.get("CUDA_INCLUDE", ""), os.environ.get("DLPACK_INCLUDE", ""))
    counts = dict.fromkeys(OUTCOMES, 0)
    for row in chosen:
        kind, *details = row.place
        place = KINDS[kind](options, *details)
        try:
            outcome, used, remark = outcome_of(row, place)
        finally:
            place.close()
        counts[outcome] += 1
        print(f"{outcome:8} {row.name:34} {used:30} {remark}", flush=True)
        record = json.loads(RECORD.read_text()) if RECORD.exists() else {}  # another run may have written meanwhile
        record[row.name] = {"outcome": outcome, "used": used, "remark": remark,
                            "date": datetime.date.today().isoformat()}
        if not arguments.dry:
            write(record)
    print(", ".join(f"{number} {outcome}" for outcome, number in counts.items()))
    return 1 if counts["fails"] or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
