"""The rows of the matrix: places, and what is done there.  run.py runs them."""
import os
import pathlib
import re
import sys
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import headers  # noqa: E402

WARNINGS = ("-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wsign-conversion -Wcast-qual -Wundef -Wswitch-enum "
            "-Werror").split()
SOME = ["-Wduplicated-branches", "-Warith-conversion", "-Wswitch-default", "-Wcomma", "-Wconditional-uninitialized",
        "-Wframe-larger-than=8192"]  # of those that a compiler knows
IN_C = ["-Wstrict-prototypes", "-Wmissing-prototypes"]
IN_CXX = ["-Wold-style-cast"]
IN_GXX = [*IN_CXX, "-Wuseless-cast", "-Wzero-as-null-pointer-constant"]  # clang takes NULL for a zero
EVERYTHING = "tests/platforms/everything.c"
ALONE = "tests/platforms/alone.c"
MODULE = "examples/copy_from.c"  # functions with CUCORE_STATIC are made for their callers, and gcc warns of others
NOT_MODULES = ["-Wno-missing-prototypes"]  # Python's PyMODINIT_FUNC has none
OF_USERS = ["-march=x86-64-v3", "-Wnull-dereference", "-fstrict-flex-arrays=3"]  # what makes compilers see more, where they know it

# Chroots: a release of Debian, and packages.
PYTHON = ["python3-dev", "python3-numpy", "libc6-dev", "binutils"]
ROOTS = {
    "bullseye": ("bullseye", ["gcc-9", "g++-9", "gcc-10", "g++-10", "clang-9", "clang-11", "clang-13", "clang-16", *PYTHON]),
    "bookworm": ("bookworm", ["gcc-11", "g++-11", "gcc-12", "g++-12", "clang-14", "clang-15", "pypy3", "pypy3-dev", *PYTHON]),
    "trixie": ("trixie", ["gcc-13", "g++-13", "gcc-14", "g++-14", "clang-17", "clang-18", "clang-19", "clang-22", "pypy3",
                          "pypy3-dev", *PYTHON]),
    "sid": ("sid", ["gcc-15", "g++-15", "gcc-16", "g++-16", "clang-21", "clang-23", "python3.15-dev", "pypy3", "pypy3-dev",
                    *PYTHON]),
    "cross": ("trixie", ["gcc-aarch64-linux-gnu", "gcc-arm-linux-gnueabihf", "gcc-s390x-linux-gnu", "gcc-i686-linux-gnu",
                         "libc6-dev-arm64-cross", "libc6-dev-armhf-cross", "libc6-dev-s390x-cross", "libc6-dev-i386-cross",
                         "qemu-user", "musl-tools", "gcc-mingw-w64-x86-64", "g++-mingw-w64-x86-64", "wine64", "wine",
                         "libwine-dev", "chibicc", "tcc", "python3-dev", "libc6-dev", "clang-19", "lld-19", "sparse",
                         "gcc-powerpc64le-linux-gnu", "g++-powerpc64le-linux-gnu", "libc6-dev-ppc64el-cross"]),
}


class Row(typing.NamedTuple):
    name: str
    group: str
    place: tuple
    what: str
    do: typing.Callable  # (place, *arguments) -> what was used, what came of it
    arguments: tuple = ()
    refused: str = ""  # what the one line has to say where the library cannot work
    advice: str = ""  # what to do where it fails


def first_line(place, *command):
    """What a command says of its version: gcc-13 (Debian 13.3.0-16) 13.3.0 becomes gcc-13 13.3.0."""
    text = place.run(*command, "--version")[1].split("\n")[0].strip()
    return re.sub(r"\s*(?:\([^)]*\)|\b20\d{6}\b|^Debian |version )\s*", " ", text).strip()


def number(text):
    found = re.findall(r"\d+\.\d+(?:\.\d+)?", text)
    return found[0] if found else text


# ------------------------------------------------------------------------------------------------------- compilers --
def warnings(place, cc, cxx, more=(), is_zig=False):
    """Every level, every standard, and what ThreadSanitizer asks for; which zig lacks, and -fsyntax-only."""
    text = first_line(place, *cc)
    gcc = "clang" not in text
    flags = [*WARNINGS, *place.includes(), *more]
    flags += ["-isystem", place.python_include()]
    c, cxx_warnings = [*cc, "-x", "c", *flags, *IN_C], [*cxx, "-x", "c++", *flags, *(IN_GXX if gcc else IN_CXX)]
    (place.folder / "empty.c").write_text("typedef int empty;\n")
    for command in (c, cxx_warnings):
        command += [flag for flag in (*SOME, *(["-Wbad-function-cast"] if command is c else []))
                    if place.has(*command, flag, "-c", f"{place.work}/empty.c", "-o", f"{place.work}/o")]
    build = ["-fPIC", "-c", EVERYTHING, "-o", f"{place.work}/o"]
    levels = ["-O0", "-Og", "-O1", "-O2", "-O3", "-Os"] if gcc else ["-O0", "-O1", "-O2", "-O3", "-Os"]
    for level in levels:
        place.do(f"C99 {level}", *c, "-std=c99", level, *build)
        if level == "-O2":  # the optimizer sees nearly the same of both languages
            place.do(f"C++11 {level}", *cxx_warnings, "-std=c++11", level, *build)
    users = [flag for flag in OF_USERS if place.has(*c, flag, "-c", f"{place.work}/empty.c", "-o", f"{place.work}/o")]
    if users:
        place.do(" ".join(users), *c, "-std=c99", "-O3", *users, *build)
    place.do("without cuda.h", *cc, "-x", "c", "-std=c99", "-O2", *WARNINGS, *IN_C, "-I.", "-fPIC", "-c", ALONE, "-o", f"{place.work}/o")
    if "-DWITHOUT_PYTHON" not in more:
        for level in levels:
            place.do(f"CUCORE_STATIC {level}", *c, "-std=c99", "-D_GNU_SOURCE", "-DCUCORE_STATIC", "-Wno-pedantic", *NOT_MODULES, level,
                     "-fPIC", "-c", MODULE, "-o", f"{place.work}/o")
    if not is_zig:
        place.do("-fsanitize=thread", *c, "-std=c99", "-O1", "-fsanitize=thread", *build)
    standards = []
    check = ["-O0", "-o", f"{place.work}/o", "-c"] if is_zig else ["-fsyntax-only"]
    for command, names in ((c, ["c99", "c11", "c17", "c2x"]),
                           (cxx_warnings, ["c++11", "c++14", "c++17", "c++20", "c++23", "c++26"])):
        known = [name for name in names if place.has(*command, f"-std={name}", *check, f"{place.work}/empty.c")]
        for name in known:
            place.do(name, *command, f"-std={name}", *check, EVERYTHING)
        standards.append(f"{known[0]} to {known[-1]}")
    return f"{'gcc' if gcc else 'clang'} {number(text)}", f"no warning: {' '.join(levels)}, {' and '.join(standards)}"


def nvcc(place):
    version = re.search(r"V([\d.]+)", place.do("nvcc", "nvcc", "--version")).group(1)
    known = []
    for standard in ("c++11", "c++14", "c++17", "c++20"):
        (place.folder / "probe.cu").write_text("\n")
        if not place.has("nvcc", f"-std={standard}", "-c", f"{place.work}/probe.cu", "-o", f"{place.work}/o"):
            continue
        place.do(standard, "nvcc", "-x", "cu", f"-std={standard}", "-Xcompiler", "-Wall,-Wextra,-Wconversion,-Wshadow", "-Werror",
                 "all-warnings", *place.includes(), "-isystem", place.python_include(), "-c", EVERYTHING, "-o",
                 f"{place.work}/o")
        known.append(standard)
    return f"nvcc {version}", f"no warning: {', '.join(known)}"


COMPILERS = [
    Row(f"{family} {version}, Debian {root}", "Compilers", ("debian", root), "every header, warnings", warnings,
        ([f"{family}-{version}"], [f"{'g++' if family == 'gcc' else 'clang++'}-{version}"]))
    for root, family, version in (
        ("bullseye", "gcc", 9), ("bullseye", "gcc", 10), ("bookworm", "gcc", 11), ("bookworm", "gcc", 12),
        ("trixie", "gcc", 13), ("trixie", "gcc", 14), ("sid", "gcc", 15), ("sid", "gcc", 16),
        ("bullseye", "clang", 9), ("bullseye", "clang", 11), ("bullseye", "clang", 13), ("bookworm", "clang", 14),
        ("bookworm", "clang", 15), ("bullseye", "clang", 16), ("trixie", "clang", 17), ("trixie", "clang", 18),
        ("trixie", "clang", 19), ("sid", "clang", 21), ("trixie", "clang", 22), ("sid", "clang", 23))
] + [
    Row("powerpc64le, gcc", "Compilers", ("debian", "cross"), "every header without Python, warnings", warnings,
        (["powerpc64le-linux-gnu-gcc"], ["powerpc64le-linux-gnu-g++"], ["-DWITHOUT_PYTHON"])),
] + [Row("nvcc", "Compilers", ("here",), "every header as CUDA C++, warnings", nvcc)]


# -------------------------------------------------------------------------------------------------------- programs --
LAYOUT = ["test_layout", "test_layout_limits", "test_array", "test_max_ndim"]
WITHOUT_DRIVER = [*LAYOUT, "test_dlpack", "test_cai", "test_core", "test_copy_axes", "test_kernel"]
PORTABLE_DRIVER = ["test_driver_arguments", "test_driver_debug", "test_driver_device_ids", "test_driver_take_buffer",
                   "test_driver_view_copy"]
DRIVER = [*PORTABLE_DRIVER, "test_driver", "test_driver_objects", "test_driver_kernels", "test_driver_copy_kernels", "test_driver_blocks",
          "test_driver_fork"]
FAKE = [*(f"tests/fake_driver/{path.name}" for path in sorted((pathlib.Path(__file__).resolve().parents[1] / "fake_driver").glob("*.c"))),
        "tests/copy/copy_kernels.c"]


def programs(place, cc, names, flags=("-O2",), runner=(), link=("-ldl", "-lpthread"), windows=False, used=""):
    """Builds programs of tests/c, and runs them."""
    compile = [*cc, "-std=c99", "-D_GNU_SOURCE", *flags, *place.includes()]
    suffix = ".exe" if windows else ""
    if any(name.startswith("test_driver") for name in names) and windows:
        place.do("the fake driver", *compile, "-shared", *FAKE, "-o", f"{place.work}/nvcuda.dll",
                 f"-Wl,--out-implib,{place.work}/libfake.a", *link)
        place.do("wineboot", "wineboot", "--init")
        place.do("the fake driver", "sh", "-c", f"cp {place.work}/nvcuda.dll $WINEPREFIX/drive_c/windows/system32/")
    elif any(name.startswith("test_driver") for name in names):
        place.do("the fake driver", *compile, "-shared", "-fPIC", "-fvisibility=hidden", "-Wl,-soname,libcuda.so.1",
                 "-Wl,-Bsymbolic", *FAKE, "-o", f"{place.work}/libcuda.so.1", *link)
        place.do("the fake driver", "ln", "-sf", "libcuda.so.1", f"{place.work}/libfake.so")
    passed = 0
    for name in names:
        fake = ["-L" + place.work, "-lfake"] if name.startswith("test_driver") else []
        place.do(f"{name}.c", *compile, f"tests/c/{name}.c", "-o",
                 f"{place.work}/{name}{suffix}", *fake, *link)
        output = place.do(name, *runner, f"{place.work}/{name}{suffix}", LD_LIBRARY_PATH=place.work)
        passed += passed_in(output)
    if windows:
        place.run("wineserver", "--kill")
    return used or first_line(place, *cc), f"{passed} tests of {len(names)} programs"


def native(name, root, cc, names=(*WITHOUT_DRIVER, *DRIVER), flags=("-O2",)):
    return Row(name, "Programs", ("debian", root), "C programs, built and run", programs, (cc, list(names), list(flags)))


PROGRAMS = [
    native("gcc 9 -O3, Debian bullseye", "bullseye", ["gcc-9"], flags=["-O3"]),
    native("clang 9 -O2, Debian bullseye", "bullseye", ["clang-9"]),
    native("gcc 16 -O3, Debian sid", "sid", ["gcc-16"], flags=["-O3"]),
    native("clang 23 -O2, Debian sid", "sid", ["clang-23"]),
]



# --------------------------------------------------------------------------------------------- processors, systems --
def cross(name, triplet, emulator, names=(*WITHOUT_DRIVER, *DRIVER)):
    return Row(name, "Processors and systems", ("debian", "cross"), "C programs, built and run", programs,
               ([f"{triplet}-gcc"], list(names), ["-O2"], [f"qemu-{emulator}", "-L", f"/usr/{triplet}"]))


SYSTEMS = [
    cross("aarch64, qemu", "aarch64-linux-gnu", "aarch64"),
    cross("s390x (big-endian), qemu", "s390x-linux-gnu", "s390x", WITHOUT_DRIVER),  # nor one for these
    cross("armhf (32 bits), qemu", "arm-linux-gnueabihf", "arm", WITHOUT_DRIVER),  # CUDA has no driver of 32 bits
    cross("i686 (32 bits), qemu", "i686-linux-gnu", "i386", WITHOUT_DRIVER),
    Row("musl", "Processors and systems", ("debian", "cross"), "C programs, built and run", programs,
        (["musl-gcc"], [*WITHOUT_DRIVER, *DRIVER], ["-O2"])),
    Row("Windows, mingw, wine", "Processors and systems", ("debian", "cross"), "C programs, built and run, nvcuda.dll a fake",
        programs, (["x86_64-w64-mingw32-gcc"], [*(name for name in WITHOUT_DRIVER if name != "test_kernel"), *PORTABLE_DRIVER], ["-O2"], ["wine"], ["-static", "-lpthread"],
                   True)),
]


# The SDK's headers cannot be had: those of wine are made for MSVC's compiler, too.
MSVC = ("--target=x86_64-pc-windows-msvc -fms-extensions -fms-compatibility -fms-compatibility-version=19.40 -nostdinc "
        "-isystem /usr/lib/llvm-19/lib/clang/19/include -isystem /usr/include/wine/wine/msvcrt -isystem "
        "/usr/include/wine/wine/windows -D_UCRT -Wall -Wextra -Werror -Wno-unused-function").split()


def windows_headers(place):
    """Python's headers with a pyconfig.h for Windows: a folder."""
    folder = f"{place.work}/python"
    place.do("Python.h", "sh", "-c", f"cp -r {place.python_include()} {folder} && cp tests/platforms/windows/pyconfig.h {folder}/")
    return folder


def msvc(place, own_branches):
    """clang in the place of MSVC: its target, its rules, its headers; and not to be taken for clang, where that is asked for.
    The programs are linked with what mingw has of the same C library."""
    compile = ["clang-19", *MSVC, *(["-U__clang__", "-fms-volatile"] if own_branches else []), *place.includes()]  # /volatile:ms
    python = ["-isystem", windows_headers(place)]
    for label, language in (("C", ["-x", "c"]), ("C11", ["-x", "c", "-std=c11"]), ("C++14", ["-x", "c++", "-std=c++14"]),
                            ("C++20", ["-x", "c++", "-std=c++20"])):
        place.do(label, *compile, *language, *python, "-fsyntax-only", EVERYTHING)
    place.do("__chkstk", "sh", "-c", f"printf '.globl __chkstk\\n__chkstk: jmp ___chkstk_ms\\n' > {place.work}/stack.s")
    place.do("nvcuda.dll", "x86_64-w64-mingw32-gcc", "-D_GNU_SOURCE", "-O1", *place.includes(), "-shared", *FAKE, "-o",
             f"{place.work}/nvcuda.dll", f"-Wl,--out-implib,{place.work}/libfake.a", "-static", "-lpthread")
    place.do("wineboot", "wineboot", "--init")
    place.do("nvcuda.dll", "sh", "-c", f"cp {place.work}/nvcuda.dll $WINEPREFIX/drive_c/windows/system32/")
    names = ["test_layout", "test_layout_limits", "test_max_ndim", "test_dlpack", "test_cai", "test_copy_axes",
             "test_driver_arguments", "test_driver_device_ids", "test_driver_take_buffer"]
    passed = 0
    for name in names:
        place.do(f"{name}.c", *compile, "-O1", "-c", f"tests/c/{name}.c", "-o", f"{place.work}/{name}.obj")
        place.do(name, "x86_64-w64-mingw32-gcc", f"{place.work}/{name}.obj", f"{place.work}/stack.s", "-o",
                 f"{place.work}/{name}.exe", "-L" + place.work, "-lfake", "-lucrt")
        passed += passed_in(place.do(name, "wine", f"{place.work}/{name}.exe"))
    place.run("wineserver", "--kill")
    return f"clang {number(first_line(place, 'clang-19'))} as MSVC 19.40", f"C, C++14, C++20; {passed} tests of {len(names)} programs"


def passed_in(output):
    return int(re.findall(r"^(\d+) passed, 0 failed", output, re.M)[-1])


def windows_python(place):
    """Modules by mingw, full and limited API, in a Python of Windows: that of CUCORE_WINDOWS_PYTHON."""
    folder = place.bring("CUCORE_WINDOWS_PYTHON", "a folder with python.exe, as python.org's package to embed has it")
    version = place.do("python.exe", "wine", f"{folder}/python.exe", "--version").split()[-1]
    own = place.do("python3", "python3", "--version").split()[-1]
    if version.split(".")[:2] != own.split(".")[:2]:
        raise place.NotHere(f"the Python of Windows is {version}, the headers at hand are of {own}")
    python = windows_headers(place)
    for kind, library in (("FULL_API", f"python{''.join(version.split('.')[:2])}.dll"), ("LIMITED", "python3.dll")):
        place.do(kind, "x86_64-w64-mingw32-gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", f"-D{kind}",
                 *place.includes(), "-isystem", python, "tests/python/limited.c", "-o", f"{place.work}/{kind}.pyd",
                 f"{folder}/{library}", "-static-libgcc")
        place.do(kind, "wine", f"{folder}/python.exe", "tests/platforms/use_module.py", f"{place.work}/{kind}.pyd")
    place.run("wineserver", "--kill")
    return f"Python {version}, {first_line(place, 'wine')}", "a module of the full and one of the limited API"


def zig_builds(place, targets):
    """Every header, and programs that are linked but not run."""
    for target in targets:
        cc = [place.zig, "cc", "-target", target]
        place.do(target, *cc, "-std=c99", "-O1", *WARNINGS, *IN_C, *place.includes(), "-DWITHOUT_PYTHON", "-c", EVERYTHING, "-o",
                 f"{place.work}/o")
        place.do(target, *cc, "-std=c99", "-D_GNU_SOURCE", "-O1", *place.includes(), "tests/c/test_dlpack.c", "-o",
                 f"{place.work}/program", "-lpthread")
    return f"ziglang {place.version}, clang {clang_of(place)}", "compiled and linked: " + ", ".join(targets)


def clang_of(place):
    return number(re.search(r"clang version \S+", place.run(place.zig, "cc", "--version")[1]).group())


def zig_warnings(place):
    used, said = warnings(place, [place.zig, "cc"], [place.zig, "c++"], ["-fno-sanitize=undefined"], True)
    return f"{used}, ziglang {place.version}", said


SYSTEMS += [
    Row("Windows, MSVC's rules, wine", "Processors and systems", ("debian", "cross"), "every header; C programs, built and run", msvc,
        (False,)),
    Row("Windows, MSVC's own branches, wine", "Processors and systems", ("debian", "cross"),
        "the same where the compiler says that it is not clang: `volatile`, Interlocked, `__declspec(thread)`", msvc, (True,)),
    Row("Windows, Python, mingw, wine", "Processors and systems", ("debian", "cross"), "modules, built and used", windows_python),
    Row("macOS, BSD, musl", "Processors and systems", ("zig", "0.17.1"), "every header without Python; a program", zig_builds,
        (["x86_64-macos", "aarch64-macos", "x86_64-freebsd", "aarch64-linux-musl", "x86_64-windows-gnu"],)),
    Row("riscv64, powerpc64le, loongarch64", "Processors and systems", ("zig", "0.17.1"), "every header without Python; a program",
        zig_builds, (["riscv64-linux-gnu", "powerpc64le-linux-gnu", "loongarch64-linux-gnu"],)),
]

COMPILERS += [
    Row(f"clang {clang}, zig", "Compilers", ("zig", version), "every header, warnings", zig_warnings)
    for clang, version in ((12, "0.8.1"), (20, "0.15.2"))
]


# -------------------------------------------------------------------------------- compilers that are neither of them --
def refusal(place, *command, used=""):
    """-> never: Refused with the line that the compiler ends with, if it says nothing else."""
    status, output = place.run(*command)
    errors = [line for line in output.splitlines() if re.search(r"\berror\b", line) and not line.lstrip()[:1].isdigit()]
    place.used = used or first_line(place, command[0])
    if not status:
        raise place.Failed("it is compiled")
    if len(errors) != 1:
        raise place.Failed(f"{len(errors)} errors, the first: {errors[0] if errors else output[:200]}")
    raise place.Refused(re.sub(r".*error: (?=#error)", "", errors[0].strip()))


def tcc(place):
    return refusal(place, "tcc", "-std=c11", *place.includes(), "-DWITHOUT_PYTHON", "-c", EVERYTHING, "-o", f"{place.work}/o",
                   used=place.run("tcc", "-v")[1].strip())


def declarations(place, *command, used=""):
    """Without a cuda.h anywhere, by what may have no __has_include to find that out."""
    place.do("declarations", *command, "-I.", "-DDECLARED", ALONE)
    return used, "declared without cuda.h"


def tcc_declares(place):
    return declarations(place, "tcc", "-std=c11", "-o", f"{place.work}/o", "-c", used=place.run("tcc", "-v")[1].strip())


def sparse_declares(place):
    return declarations(place, "sparse", used="sparse " + place.do("sparse", "sparse", "--version").strip())


OTHERS = [
    Row("C11 alone, clang 19", "Other compilers", ("debian", "cross"),
        "C programs, built and run, where the compiler says that it is neither gcc, clang nor MSVC: `<stdatomic.h>`, `_Thread_local`", programs,
        (["clang-19", "-fgnuc-version=0", "-U__clang__"], [*LAYOUT[:2], "test_dlpack", "test_core", "test_cai", "test_copy_axes"],
         ["-std=c11", "-O2"])),
    Row("tcc", "Other compilers", ("debian", "cross"), "every header without Python", tcc, refused="needs atomics.*use gcc"),
    Row("tcc, declarations", "Other compilers", ("debian", "cross"), "headers without dlpack.h and Python, declared only", tcc_declares),
    Row("sparse, declarations", "Other compilers", ("debian", "cross"), "headers without dlpack.h and Python, declared only",
        sparse_declares),
]


# ------------------------------------------------------------------------------------------------------- analyzers --
PARTS = tuple(name[:-len(".h")] for name in headers.C_NAMES)
COPIES = [name[:-len(".h")] for name in headers.named("C", group="copy")]  # cucore_copy, and those that include it


def implementation(place, name):
    """A file that implements one header, as a user's own file does."""
    path = place.folder / f"{name}.c"
    path.write_text(f'#define CUCORE_IMPLEMENTATION\n#include "{name}.h"\n')
    return f"{place.work}/{name}.c"


def analyzer(place, command, names, options=(), after=()):
    """An analyzer that reads C as a compiler does; it ends without a word if it finds nothing."""
    includes = [*place.includes(), "-isystem", place.python_include()]
    for name in names:
        output = place.do(name, *command, implementation(place, name), *options, "-std=c99", *includes, *after)
        found = [line for line in output.splitlines() if re.search(r"warning: ", line)]
        if found:
            raise place.Failed(f"{name}: {found[0]}")
    return first_line(place, command[0]), f"no finding in {len(names)} header{'s' * (len(names) > 1)}"


def clang_tidy(place):
    used, said = analyzer(place, ["clang-tidy", "--quiet"], PARTS, ["--"])
    return "clang-tidy " + number(place.do("clang-tidy", "clang-tidy", "--version")), said


def cppcheck(place):
    """What follows a member through a pointer takes members that are set before for unset ones: ctuuninitvar is left out."""
    options = ["-q", "--std=c99", "--language=c", "--library=python", "--suppress=ctuuninitvar", "--error-exitcode=3",
               "-DCUCORE_IMPLEMENTATION", "-D__GNUC__=12", "-D__x86_64__", "-DPY_VERSION_HEX=0x030B0000", "-I."]
    for name in PARTS:
        place.do(name, "cppcheck", *options, f"-I{place.options.dlpack}", implementation(place, name))
    return first_line(place, "cppcheck"), f"no finding in {len(PARTS)} headers"


ANALYZERS = [
    Row("gcc -fanalyzer", "Analyzers", ("here",), "each implementation but cucore_copy.h", analyzer,
        (["gcc", "-O1", "-fanalyzer", "-c", "-o", "/dev/null"], [name for name in PARTS if name not in COPIES])),
    Row("gcc -fanalyzer, cucore_copy.h", "Analyzers", ("here",), "its implementation and that of cucore_blocks.h, which takes gcc 12 eight minutes", analyzer,
        (["gcc", "-O1", "-fanalyzer", "-c", "-o", "/dev/null"], COPIES[1:])),
    Row("clang --analyze", "Analyzers", ("here",), "each implementation", analyzer,
        (["clang", "--analyze", "-o", "/dev/null"], PARTS)),
    Row("clang-tidy", "Analyzers", ("here",), "each implementation, the checks that are on by default", clang_tidy),
    Row("cppcheck", "Analyzers", ("here",), "each implementation; without `ctuuninitvar`, which takes struct members for unset", cppcheck),
]


# ---------------------------------------------------------------------------------------------------------- builds --
def source(place, name, *lines):
    (place.folder / name).write_text("\n".join(lines) + "\n")
    return f"{place.work}/{name}"


# A layout is made; 0 is right.
MAKES = ("cucore_layout l; const int64_t s[2] = {3, 4};",
         "return cucore_layout_make(2, s, nullptr, 4, &l) != CUCORE_OK || l.strides[0] != 4;")
IMPLEMENTS = ("#define CUCORE_IMPLEMENTATION", '#include "cucore.h"')


def precompiled(place, cc):
    """A header that includes all of cucore's, precompiled: what is compiled with it is as without."""
    includes = [*place.includes(), "-isystem", place.python_include()]
    all_ = source(place, "all.h", *(f'#include "{name}.h"' for name in PARTS))
    user = source(place, "user.c", '#include "all.h"', *IMPLEMENTS, "int main(void) { cucore_dtype out; return cucore_dtype_from_name(\"float32\", 7, &out) || out.bits != 32; }")
    place.do("the header", cc, "-std=c99", "-O2", *WARNINGS, *includes, "-x", "c-header", all_, "-o", f"{all_}.gch")
    place.do("the file", cc, "-std=c99", "-O2", *WARNINGS, *includes, "-Winvalid-pch", f"-I{place.work}", "-include", all_, user, "-o",
             f"{place.work}/program", "-ldl", "-lpthread")
    place.do("the program", f"{place.work}/program")
    return first_line(place, cc), "all headers, no warning, the program runs"


def modules(place, cxx, units, *options):
    """A header unit and the global module fragment, or the latter alone."""
    used = first_line(place, cxx)

    def do(label, *command):  # where compilers put what they make of a module
        place.do(label, "sh", "-c", 'cd "$0" && exec "$@"', place.work, *command)

    common = [cxx, "-std=c++20", *options, f"-I{place.sources}", *place.includes()[1:]]
    do("the implementation", "cc", "-c", *common[-len(place.includes()):], source(place, "implementation.c", *IMPLEMENTS))
    module = source(place, "use.cpp", "module;", '#include "cucore.h"', "export module use;", "export int check() {", *MAKES, "}")
    main = source(place, "main.cpp", "import use;", "int main() { return check(); }")
    linked = ["implementation.o", "-o", "program", "-ldl", "-lpthread"]
    if "clang" in cxx:
        do("the module", *common, "--precompile", "-x", "c++-module", module, "-o", "use.pcm")
        do("the user", *common, "-fprebuilt-module-path=.", main, "use.pcm", *linked)
    else:
        do("the module", *common, module, main, *linked)
    do("the module's user", "./program")
    if units:
        do("the header unit", *common, "-x", "c++-user-header", "cucore.h")
        do("its user", *common, source(place, "imports.cpp", 'import "cucore.h";', "int main() {", *MAKES, "}"), *linked)
        do("the header unit's user", "./program")
    return used, ("a header unit, and the" if units else "the") + " header in the global module fragment"


def fast_math(place, flags):
    """The library that the tests of conversions load; the linker must not get the option, which lets it change the processor's mode."""
    object_, library = f"{place.work}/o.o", f"{place.work}/library.so"
    place.do("the library", "cc", "-std=c99", "-D_GNU_SOURCE", *flags, "-fPIC", "-c", *place.includes(), "tests/view_copy/view_copy_lib.c", "-o", object_)
    place.do("the library", "cc", "-shared", object_, "-o", library, "-ldl", "-lpthread")
    output = place.do("the tests", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/view_copy/test_copy_cast.py",
                      CUCORE_VIEW_COPY_LIB=library)
    return first_line(place, "cc"), f"{re.findall('([0-9]+) passed', output)[-1]} tests of conversions, every NaN and infinity among them"


def reloaded(place):
    """A library that is loaded and unloaded 1,000 times, forks in between, an error in each thread that it ends with."""
    library, program = f"{place.work}/library.so", f"{place.work}/program"
    place.do("the library", "cc", "-O2", "-shared", "-fPIC", *place.includes(), "tests/c/vendored_module.c", "-o", library, "-ldl", "-lpthread")
    place.do("the program", "cc", "-O2", "-D_GNU_SOURCE", *WARNINGS, *IN_C, "tests/platforms/reloaded.c", "-o", program, "-ldl", "-lpthread")
    status, output = place.run(program, library)
    if status:
        raise place.Failed(f"status {status}: {output}")
    return first_line(place, "cc"), "gone each time, no memory kept, forks go on"


def need_tests(place):
    if not place.has(sys.executable, "-m", "pytest", "--version"):
        raise place.NotHere("pytest is not installed")
    if not place.options.dlpack:
        raise place.NotHere("set DLPACK_INCLUDE to the folder of dlpack/dlpack.h")


def tests(place, *chosen):
    """Runs some tests of `make test` by pytest."""
    need_tests(place)
    output = place.do("the tests", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen,
                      PYTHON_INCLUDE=place.python_include(sys.executable), CUCORE_TEST_EVERY="1")
    return first_line(place, "cc"), f"{re.findall('([0-9]+) passed', output)[-1]} tests"


def copies(place):
    """tests/python/test_versions.py has two versions in one process, tests/c/test_vendored.c five copies of one."""
    used, said = tests(place, "tests/python/test_versions.py")
    compile = ["cc", "-D_GNU_SOURCE", *place.includes()]
    place.do("the modules", *compile, "-shared", "-fPIC", "tests/c/vendored_module.c", "-o", f"{place.work}/vendored_a.so", "-ldl", "-lpthread")
    place.do("the modules", "cp", f"{place.work}/vendored_a.so", f"{place.work}/vendored_b.so")
    place.do("the program", *compile, "-rdynamic", *(f"tests/c/{name}.c" for name in ("test_vendored", "vendored_static_one", "vendored_static_two")),
             "-o", f"{place.work}/test_vendored", "-ldl", "-lpthread")
    return used, f"{said}, and {passed_in(place.do('the program', f'{place.work}/test_vendored'))} of one version"


BUILDS = [
    Row("precompiled header, gcc", "Builds", ("here",), "all headers in one that is precompiled", precompiled, ("gcc",)),
    Row("precompiled header, clang", "Builds", ("here",), "all headers in one that is precompiled", precompiled, ("clang",)),
    Row("C++20 modules, gcc", "Builds", ("here",), "cucore.h as a header unit, and in the global module fragment", modules, ("g++", True, "-fmodules-ts")),
    Row("C++20 modules, clang", "Builds", ("here",), "cucore.h in the global module fragment", modules, ("clang++", False)),
    Row("-ffast-math", "Builds", ("here",), "conversions of arrays; linked without the option", fast_math, (["-O3", "-ffast-math"],)),
    Row("two copies, two versions", "Builds", ("here",), "static libraries in one program, modules and RTLD_GLOBAL", copies),
    Row("unity builds", "Builds", ("here",), "the implementation before, between and after other sources; CMake's UNITY_BUILD", tests,
        ("tests/python/test_builds.py", "-k", "unity or translation_unit")),
    Row("-fpack-struct, -fshort-enums", "Builds", ("here",), "one error, which names the option; `#pragma pack` also", tests,
        ("tests/python/test_builds.py", "-k", "packed")),
    Row("macros of others", "Builds", ("here",), "each header where min, max, I, major, minor, small, interface, ERROR, linux, unix are macros", tests,
        ("tests/python/test_builds.py", "-k", "short_names")),
    Row("dlopen and dlclose, 1,000 times", "Builds", ("here",), "a library with the implementation; threads, forks", reloaded),
]


# -------------------------------------------------------------------------------------------------------- packagers --
def in_folder(place, label, mask, folder, *command):
    return place.do(label, "sh", "-c", 'umask "$0" && cd "$1" && shift && exec "$@"', mask, folder, *command)


def released_twice(place):
    """`make release` in two folders, one with a blank and a letter that is not ASCII and with umask 077, gives the same bytes."""
    sums = []
    for name, mask in (("one", "022"), ("the other, für", "077")):
        folder = f"{place.work}/{name}"
        in_folder(place, "the clone", mask, ".", "git", "clone", "-q", place.sources, folder)
        in_folder(place, "the release", mask, folder, "env", "-u", "DLPACK_INCLUDE", "make", "release", "CHECKS=", "RELEASE=--draft", "VENV=", f"PYTHON={sys.executable}")
        sums.append(in_folder(place, "the sums", mask, folder, "cat", "dist/SHA256SUMS"))
    if sums[0] != sums[1]:
        raise place.Failed(f"the sums differ: {sums}")
    return first_line(place, sys.executable), f"{len(sums[0].splitlines())} files of equal bytes, sdist and wheel among them"


def installed(place):
    """`make install` from sources that are read only, by umask 077, without git, into a DESTDIR with a blank."""
    tree, root = f"{place.work}/the sources, für", f"{place.work}/the root"
    in_folder(place, "the sources", "022", ".", "sh", "-c", 'git archive --prefix="$0/" HEAD | tar -x -C /', tree[1:])
    place.do("the sources", "chmod", "-R", "a-w", tree)
    try:
        in_folder(place, "make install", "077", tree, "make", "install", f"DESTDIR={root}", "PREFIX=/usr", "VENV=", f"BUILD={place.work}/build",
                  f"DLPACK_INCLUDE={place.options.dlpack}", f"PYTHON={sys.executable}")
    finally:
        place.do("the sources", "chmod", "-R", "u+w", tree)
    modes = {(path.is_dir(), path.stat().st_mode & 0o777) for path in (place.folder / "the root" / "usr").rglob("*")}
    if modes != {(True, 0o755), (False, 0o644)}:
        raise place.Failed(f"modes are {sorted((folder, oct(mode)) for folder, mode in modes)}")
    program = source(place, "installed.c", *IMPLEMENTS, "int main(void) { return cucore_status_name(CUCORE_OK) == NULL; }")
    place.do("a program", "cc", f"-I{root}/usr/include", program, "-o", f"{place.work}/installed", "-ldl", "-lpthread")
    place.do("the program", f"{place.work}/installed")
    return first_line(place, "make"), "files 644, folders 755, a program builds with them"


def shells(place, shell, tools):
    """Runs what users run by make and sh, in a clone, with `shell` as sh.  If `tools` is true, its other commands replace the system's."""
    if not place.has("sh", "-c", f"command -v {shell}"):
        raise place.NotHere(f"{shell} is not installed")
    need_tests(place)
    found = place.do(shell, "sh", "-c", f"command -v {shell}").strip()
    bin_ = place.folder / "bin"
    bin_.mkdir()
    commands = set(place.do(shell, shell, "--list").split()) if tools else set()
    for name in {"sh"} | (commands - {"ar"}):  # the ar of busybox cannot make archives
        (bin_ / name).symlink_to(found)
    clone, sh = f"{place.work}/clone", f"{place.work}/bin/sh"
    place.do("the clone", "git", "clone", "-q", place.sources, clone)
    path = f"{place.work}/bin:{os.environ['PATH']}"

    def in_clone(label, *command, **environment):
        return place.do(label, sh, "-c", 'cd "$0" && exec "$@"', clone, *command, PATH=path, **environment)

    def make(*words):
        alone = ["env", "-u", "DLPACK_INCLUDE"] if words[0] == "release" else []  # its folder is to have a licence beside it
        return in_clone(f"make {words[0]}", *alone, "make", *words, f"SHELL={sh}", "VENV=", f"PYTHON={sys.executable}")

    for words in (["help"], ["demo"], ["install", f"DESTDIR={place.work}/root"], ["release", "CHECKS=", "RELEASE=--draft"], ["clean"]):
        make(*words)
    counts = re.findall(r"^(\d+) passed, 0 failed", make("check"), re.M)
    in_clone("tests/check_headers.sh", "sh", "tests/check_headers.sh", FEW="1", ONLY="cucore_cai", PYTHON_INCLUDE=place.python_include())
    scripts = 0
    for name in place.do("the scripts", "git", "ls-files").splitlines():
        lines = (pathlib.Path(place.sources) / name).read_bytes().split(b"\n", 1)
        if re.match(rb"#!.*\b(sh|bash|dash|ksh|zsh)$", lines[0]) or name.endswith(".sh"):
            if lines[0] == b"#!/bin/sh":
                place.do(name, sh, "-n", name)
                scripts += 1
            elif not re.fullmatch(rb"#!/(bin|usr/bin/env) ?/?bash", lines[0]):
                raise place.Failed(f"{name}: its first line names neither sh nor bash")
    return debian_version(place, shell), f"help, demo, install, release, check ({counts[-1]} tests), {scripts} scripts"


def debian_version(place, package):
    """Returns the name and version of an installed package of Debian: dash has no option that prints its version."""
    status, said = place.run("dpkg-query", "--show", "--showformat", "${Version}", package)
    return f"{package} {said.split('-')[0].split(':')[-1]}" if status == 0 else package


def debian_package(place):
    """Builds packaging/debian as a packager does.  Its files are the files of make install; pkg-config and CMake find them."""
    for tool in ("dpkg-buildpackage", "dh", "pkg-config", "cmake"):
        if not place.has("sh", "-c", f"command -v {tool}"):
            raise place.NotHere(f"{tool} is not installed")
    tree, root = place.folder / "cucore", f"{place.work}/root"
    tree.mkdir()
    place.do("the sources", "sh", "-c", 'git archive HEAD | tar -x -C "$0"', tree)
    in_folder(place, "the recipe", "022", str(tree), "cp", "-r", "packaging/debian", "debian")
    in_folder(place, "dpkg-buildpackage", "022", str(tree), "dpkg-buildpackage", "-us", "-uc", "-b")
    package = str(next(place.folder.glob("*.deb")))
    place.do("dpkg", "dpkg", "-x", package, root)
    place.do("make install", "make", "install", f"DESTDIR={place.work}/made", "PREFIX=/usr", "DLPACK_INCLUDE=", "VENV=")

    def files(name):
        folder = place.folder / name
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
                if path.is_file() and not re.search("usr/share/(doc|licenses)/", str(path))}

    if files("root") != files("made"):
        raise place.Failed("its files are not those of make install")
    program = source(place, "program.c", *IMPLEMENTS, "int main(void) { return cucore_status_name(CUCORE_OK) == NULL; }")
    flags = place.do("pkg-config", "pkg-config", "--cflags", "--libs", "cucore", PKG_CONFIG_PATH=f"{root}/usr/share/pkgconfig",
                     PKG_CONFIG_SYSROOT_DIR=root, PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1").split()
    place.do("a program", "cc", program, *flags, "-o", f"{place.work}/program")
    place.do("the program", f"{place.work}/program")
    source(place, "CMakeLists.txt", "cmake_minimum_required(VERSION 3.15)", "project(program C)", "find_package(cucore REQUIRED)",
           "add_executable(by_cmake program.c)", "target_link_libraries(by_cmake PRIVATE cucore::cucore)")
    place.do("CMake", "cmake", "-S", place.work, "-B", f"{place.work}/build", f"-DCMAKE_PREFIX_PATH={root}/usr")
    place.do("CMake", "cmake", "--build", f"{place.work}/build")
    place.do("the program of CMake", f"{place.work}/build/by_cmake")
    said = "the files of make install; programs by pkg-config and CMake"
    if place.has("sh", "-c", "command -v lintian"):
        place.do("lintian", "sh", "-c", 'lintian --allow-root --fail-on error "$0"', package)
        said += "; lintian has no error"
    return debian_version(place, "debhelper"), said


def labels(place):
    count = len(list(pathlib.Path(place.sources).glob("cucore*.h*")))
    _, said = tests(place, "tests/python/test_packaging.py", "-k", "one_version or holder_licence_and_version")
    return first_line(place, sys.executable), f"{said}: {count} headers, the others that leave the repository, and one header of all"


def conda_package(place):
    """tests/packaging/conda.py builds the package and runs the recipe's tests."""
    if not place.has("python3", "-c", "import rattler_build"):
        raise place.NotHere("python3 has no package py-rattler-build")
    said = place.do("rattler-build", "python3", "tests/packaging/conda.py", f"{place.work}/conda").split("\n")[-2]
    version = place.do("rattler-build", "python3", "-c", "import rattler_build; print(rattler_build.rattler_build_version())").strip()
    return f"rattler-build {version}", said


PACKAGERS = [
    Row("release, twice", "Packagers", ("here",), "sdist, wheel, one header; folders with a blank, umask 022 and 077", released_twice),
    Row("make install", "Packagers", ("here",), "read-only sources without git, umask 077, DESTDIR with a blank", installed),
    Row("Debian package", "Packagers", ("here",), "libcucore-dev by packaging/debian", debian_package),
    Row("licence and version", "Packagers", ("here",), "SPDX lines and the version in each header and in one header of all", labels),
    Row("conda package", "Packagers", ("here",), "packaging/conda by rattler-build, required packages by stand-ins", conda_package),
    Row("dash as /bin/sh", "Packagers", ("here",), "what make and sh run", shells, ("dash", False)),
    Row("busybox as /bin/sh", "Packagers", ("here",), "what make and sh run, by busybox's own tools", shells, ("busybox", True)),
]


# ------------------------------------------------------------------------------------------------- other languages --
SHARED = "examples/languages/cucore_shared.c"
SAID = ["shape 5 3 4 strides 1 20 5", "refused: shape[1] is -4; extents must be 0 or more"]


def shared_library(place):
    place.do("the library", "cc", "-O2", *WARNINGS, *IN_C, "-shared", "-fPIC", "-I.", SHARED, "-o", f"{place.work}/libcucore.so",
             "-ldl", "-lpthread")
    return f"{place.work}/libcucore.so"


def language(place, tool, build, run):
    """An example of examples/languages: {work} is the folder of the library."""
    shared_library(place)
    used = first_line(place, tool)
    for command in (build, run):
        output = place.do(tool, *(word.replace("{work}", place.work) for word in command)) if command else ""
    if output.split("\n")[:-1] != SAID:
        raise place.Failed(f"it said {output!r}")
    return used, "the example gives what it should"


def needed(place, tool, *version):
    """Returns what the tool prints for its version; raises NotHere if it is not installed."""
    status, said = place.run(tool, *(version or ["--version"]))
    if status == 127:
        raise place.NotHere(f"{tool} is not installed")
    return said


def plain_headers():
    """Returns the headers that include neither Python.h nor dlpack.h, nor a header that does."""
    texts = {path.name: path.read_text() for path in sorted(pathlib.Path(__file__).resolve().parents[2].glob("cucore*.h"))}
    others = {name for name, text in texts.items() if re.search(r"^ *# *include <(Python|dlpack/dlpack)\.h>", text, re.M)}
    for _ in texts:
        others |= {name for name, text in texts.items() if any(f'#include "{other}"' in text for other in others)}
    return [name for name in texts if name not in others]


WITH_NAMES = ["-DCUCORE_PREFIX=cucore", "-DCUCORE_NO_CUDA_H"]


def functions(header):
    """Returns the functions of a header, except inline ones and those that need Python.h."""
    text = (pathlib.Path(__file__).resolve().parents[2] / header).read_text()
    return set(re.findall(r"^CUCORE_API [^;{=]*?\b(cucore_(?!py_|_)\w+)\([^;{]*\)(?: CUCORE_PRINTF\(\d, \d\))?;", text, re.M))


def seen(place, header, wanted, text):
    """Returns the number of functions; raises Failed if the text that a generator wrote lacks one."""
    missing = sorted(name for name in wanted if not re.search(rf"\b{name}\b", text))
    if missing or not wanted:
        raise place.Failed(f"{header}: {len(missing)} of {len(wanted)} functions are missing, the first is {(missing or ['none'])[0]}")
    return len(wanted)


def said_right(place, output):
    if output.split("\n")[:-1] != SAID:
        raise place.Failed(f"it said {output!r}")


def counted(count):
    return f"{count} functions of {len(plain_headers())} headers; the example gives what it should"


def cffi(place):
    if not place.has("python3", "-c", "import cffi"):
        raise place.NotHere("python3 has no package cffi")
    shared_library(place)
    said_right(place, place.do("the example", "python3", "examples/languages/layout_cffi.py", f"{place.work}/libcucore.so"))
    count = 0
    for name in plain_headers():
        code = ("import sys, cffi; sys.path[:0] = ['examples/languages']; import declarations; text = declarations.declarations(sys.argv[1]); "
                "cffi.FFI().cdef(text); print(text)")
        count += seen(place, name, functions(name), place.do(name, "python3", "-c", code, name))
    return "cffi " + place.do("cffi", "python3", "-c", "import cffi; print(cffi.__version__)").strip(), counted(count)


def ctypesgen(place):
    needed(place, "ctypesgen")
    shared_library(place)
    count = 0
    for name in plain_headers():
        output = place.do(name, "ctypesgen", *WITH_NAMES, "-I.", "-l", f"{place.work}/libcucore.so", "-o",
                          f"{place.work}/{name[:-2]}_c.py", name)
        wrong = [line for line in output.splitlines() if re.match(r"ERROR: \S*cucore", line)]
        if wrong:
            raise place.Failed(f"{name}: {wrong[0]}")
        count += seen(place, name, functions(name), (place.folder / f"{name[:-2]}_c.py").read_text())
    example = (pathlib.Path(place.sources) / "examples/languages/layout.py").read_text()
    start, end = example.index("class Layout"), example.index("def ints")
    text = "import cucore_c as library\nLayout = library.cucore_layout\n" + example[end:]
    source(place, "layout.py", example[:start].replace("MAX_NDIM = 64", ""), text)
    said_right(place, place.do("the example", "python3", f"{place.work}/layout.py"))
    return "ctypesgen " + number(needed(place, "ctypesgen")), counted(count)


BINDGEN_USER = """#![allow(non_camel_case_types, non_upper_case_globals, dead_code)]
include!("bindings.rs");
#[link(name = "cucore")]
extern "C" {}
fn main() {
    let (mut layout, mut turned): (cucore_layout, cucore_layout) = unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
    let (shape, wrong, axes) = ([3i64, 4, 5], [3i64, -4], [2i32, 0, 1]);
    unsafe {
        assert_eq!(cucore_layout_make(3, shape.as_ptr(), std::ptr::null(), 4, &mut layout), cucore_status_CUCORE_OK);
        assert_eq!(cucore_layout_permute(&layout, axes.as_ptr(), &mut turned), cucore_status_CUCORE_OK);
        let (s, t) = (turned.shape, turned.strides);
        println!("shape {} {} {} strides {} {} {}", s[0], s[1], s[2], t[0], t[1], t[2]);
        if cucore_layout_make(2, wrong.as_ptr(), std::ptr::null(), 4, &mut layout) != cucore_status_CUCORE_OK {
            println!("refused: {}", std::ffi::CStr::from_ptr((*cucore_last_error()).message.as_ptr()).to_str().unwrap());
        }
    }
}"""


def bindgen(place):
    """bindgen leaves out hidden functions, so CUCORE_API is empty."""
    used = needed(place, "bindgen").strip()
    needed(place, "rustc")
    shared_library(place)
    count = 0
    for name in reversed(plain_headers()):  # cucore.h is the last one, for the program
        place.do(name, "bindgen", name, "--allowlist-function", "cucore_.*", "--allowlist-var", "CUCORE_.*", "-o", f"{place.work}/bindings.rs", "--",
                 "-I.", *WITH_NAMES, "-DCUCORE_API=")
        count += seen(place, name, functions(name), (place.folder / "bindings.rs").read_text())
    user = source(place, "layout.rs", BINDGEN_USER)
    place.do("rustc", "rustc", "-A", "warnings", user, f"-L{place.work}", "-C", f"link-arg=-Wl,-rpath,{place.work}", "-o", f"{place.work}/layout")
    said_right(place, place.do("the example", f"{place.work}/layout"))
    place.do("its tests", "rustc", "-A", "warnings", "--test", user, f"-L{place.work}", "-C", f"link-arg=-Wl,-rpath,{place.work}", "-o",
             f"{place.work}/layout_tests")
    tests = re.search(r"(\d+) passed; 0 failed", place.do("its tests", f"{place.work}/layout_tests")).group(1)
    return used, f"{counted(count)}; {tests} tests of sizes and offsets"


def import_c(place, compiler):
    """D imports the preprocessed header as a module."""
    used = f"{compiler} {number(needed(place, compiler))}"
    shared_library(place)
    link = {"gdc": [f"-I{place.work}", f"-L{place.work}", "-lcucore", f"-Wl,-rpath,{place.work}", "-o", f"{place.work}/layout"],
            "ldc2": [f"-L-L{place.work}", "-L-lcucore", f"-L-rpath={place.work}", f"-of={place.work}/layout", f"--od={place.work}"]}[compiler]
    count = 0
    for name in plain_headers():
        place.do(name, "cc", "-E", "-P", "-I.", *WITH_NAMES, name, "-o", f"{place.work}/cucore_c.i")
        names = sorted(functions(name))
        count += len(names)
        user = source(place, "user.d", "import cucore_c;", "extern (C) void*[] used() { return [" +
                      ", ".join(f"cast(void*) &{function}" for function in names) + "]; }")
        place.do(name, compiler, user, *{"gdc": [f"-I{place.work}", "-c", "-o", f"{place.work}/user.o"],
                                         "ldc2": ["-c", f"-I={place.work}", f"-of={place.work}/user.o"]}[compiler])
    place.do("cucore.h", "cc", "-E", "-P", "-I.", *WITH_NAMES, "cucore.h", "-o", f"{place.work}/cucore_c.i")
    place.do("the example", compiler, "examples/languages/layout.d", f"{place.work}/cucore_c.i", *link)
    said_right(place, place.do("the example", f"{place.work}/layout"))
    return used, counted(count)


def c2nim(place):
    used = "c2nim " + number(needed(place, "c2nim"))
    used += ", Nim " + number(needed(place, "nim"))
    shared_library(place)
    count = 0
    for name in reversed(plain_headers()):  # cucore.h is the last one, for the program
        plain = place.do(name, "python3", "examples/languages/declarations.py", name, "--nim")
        source(place, "cucore_c.h", plain)
        place.do(name, "c2nim", "--strict", "--stdints", "--cdecl", f'--dynlib:"{place.work}/libcucore.so"', f"{place.work}/cucore_c.h",
                 f"-o:{place.work}/cucore_c.nim")
        count += seen(place, name, functions(name), (place.folder / "cucore_c.nim").read_text())
        place.do(name, "nim", "check", "--hints:off", f"{place.work}/cucore_c.nim")
    place.do("the example", "nim", "c", "--hints:off", f"--path:{place.work}", f"--nimcache:{place.work}/cache", f"-o:{place.work}/layout",
             "examples/languages/layout.nim")
    said_right(place, place.do("the example", f"{place.work}/layout"))
    return used, counted(count)


def translate_c(place):
    """The example imports the file that translate-c wrote; its @cImport is removed."""
    count = 0
    for name in reversed(plain_headers()):
        text = place.do(name, place.zig, "translate-c", "-lc", "-I.", *WITH_NAMES, name)
        count += seen(place, name, functions(name), "\n".join(re.findall(r"^pub extern fn .*", text, re.M)))
    (place.folder / "cucore_c.zig").write_text(text)
    example = (pathlib.Path(place.sources) / "examples/languages/layout.zig").read_text()
    source(place, "layout.zig", re.sub(r"@cImport\(\{.*?\}\)", '@import("cucore_c.zig")', example, flags=re.S))
    said_right(place, place.do("the example", place.zig, "run", f"{place.work}/layout.zig", SHARED, "-I.", "-lc"))
    return f"ziglang {place.version}", counted(count)


def zig_reads(place):
    output = place.do("zig", place.zig, "run", "examples/languages/layout.zig", SHARED, "-I.", "-lc")
    if output.split("\n")[:-1] != SAID:
        raise place.Failed(f"it said {output!r}")
    return f"ziglang {place.version}", "the example gives what it should"


def swig(place):
    """A module of Python has every function of the headers."""
    version = number(needed(place, "swig", "-version"))
    headers = plain_headers()
    interface = place.folder / "cucore_swig.i"
    interface.write_text("%module cucore_swig\n%{\n#define CUCORE_IMPLEMENTATION\n"
                         + "".join(f'#include "{name}"\n' for name in headers) + "%}\n%include <stdint.i>\n"
                         + "".join(f'%include "{name}"\n' for name in headers))
    place.do("swig", "swig", "-python", "-DCUCORE_PREFIX=cucore", "-I.", "-outdir", place.work, "-o", f"{place.work}/wrap.c", f"{place.work}/cucore_swig.i")
    place.do("the wrapper", "cc", "-shared", "-fPIC", "-DCUCORE_PREFIX=cucore", *place.includes(), "-isystem", place.python_include(), f"{place.work}/wrap.c",
             "-o", f"{place.work}/_cucore_swig.so", "-ldl", "-lpthread")
    output = place.do("the module", "python3", "-c",
                      "import cucore_swig as c; l = c.cucore_layout(); a = c.cucore_status_name(1); print(a, l.ndim, "
                      "sum(callable(getattr(c, name)) for name in dir(c) if name.startswith('cucore_')))", PYTHONPATH=place.work)
    name, ndim, count = output.split()
    if ndim != "0" or int(count) < 150:
        raise place.Failed(f"it said {output!r}")
    return f"SWIG {version}", f"a module with {count} functions and structs of {len(headers)} headers"


LANGUAGES = [
    Row("ctypes", "Other languages", ("here",), "a shared library with exported names; examples/languages/layout.py", language,
        ("python3", None, ["python3", "examples/languages/layout.py", "{work}/libcucore.so"])),
    Row("Fortran", "Other languages", ("here",), "the same library; examples/languages/layout.f90", language,
        ("gfortran", ["gfortran", "-std=f2018", "-Wall", "-Wextra", "-Werror", "examples/languages/layout.f90", "-J{work}", "-L{work}", "-lcucore",
                      "-Wl,-rpath,{work}", "-o", "{work}/layout"], ["{work}/layout"])),
    Row("Rust", "Other languages", ("here",), "the same library; examples/languages/layout.rs", language,
        ("rustc", ["rustc", "-D", "warnings", "examples/languages/layout.rs", "-L{work}", "-C", "link-arg=-Wl,-rpath,{work}", "-o",
                   "{work}/layout"], ["{work}/layout"])),
    *[Row(f"Zig {version}", "Other languages", ("zig", version), "the header itself; examples/languages/layout.zig", zig_reads)
      for version in ("0.13.0", "0.15.2")],
    Row("SWIG", "Other languages", ("here",), "the headers themselves, wrapped for Python", swig),
    Row("cffi", "Other languages", ("here",), "`ffi.cdef` of declarations.py's text; examples/languages/layout_cffi.py", cffi),
    Row("ctypesgen", "Other languages", ("here",), "the headers themselves; examples/languages/layout.py on what it writes", ctypesgen),
    Row("bindgen", "Other languages", ("here",), "the headers themselves; a program on what it writes", bindgen),
    Row("D, gdc", "Other languages", ("here",), "importC of the preprocessed headers; examples/languages/layout.d", import_c, ("gdc",)),
    Row("D, ldc2", "Other languages", ("here",), "importC of the preprocessed headers; examples/languages/layout.d", import_c, ("ldc2",)),
    Row("c2nim", "Other languages", ("here",), "declarations.py's text; examples/languages/layout.nim on what it writes", c2nim),
    Row("Zig's translate-c", "Other languages", ("zig", "0.15.2"), "the headers themselves; examples/languages/layout.zig on what it writes", translate_c),
]


# ---------------------------------------------------------------------------------------------------------- Python --
def build_module(place, name, cc, flags, include):
    """A module of tests/python/limited.c."""
    target = f"{place.work}/{name}.so"
    place.do(name, *cc, "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", *flags, *place.includes(), "-isystem", include,
             "tests/python/limited.c", "-o", target)
    return target


def python(place, interpreter, cc):
    """The full and the limited API, as an author builds them, and used."""
    include, said = place.python_include(interpreter), ""
    version = place.do(interpreter, interpreter, "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3])").strip()
    kinds = [("full", ["-DFULL_API"])]
    if tuple(map(int, version.split(".")[:2])) >= (3, 11):
        kinds.append(("limited", ["-DPy_LIMITED_API=0x030B0000"]))
    if tuple(map(int, version.split(".")[:2])) >= (3, 15):
        kinds += [("abi3t", ["-DPy_TARGET_ABI3T=0x030F0000"]), ("PyModExport", ["-DFULL_API", "-DMOD_EXPORT"])]
    for name, flags in kinds:
        said = place.do(f"{name} API", interpreter, "tests/platforms/use_module.py",
                        build_module(place, name, cc, flags, include)).strip().split(", ")[1]
    return f"Python {version}, {said}, {first_line(place, *cc)}", "modules: " + ", ".join(name for name, _ in kinds)


USERS = (("bookworm", "python3"), ("trixie", "python3"), ("sid", "python3"), ("sid", "python3.15"))  # of a module built elsewhere


def oldest_to_newest(place, cc=("gcc-10",), used=""):
    """A module of the stable ABI, built where the C library is oldest, used where Python is newer."""
    headers = place.other("debian", "bookworm")
    headers.prepare()
    include = place.take(headers, headers.python_include(), "/usr/include/x86_64-linux-gnu/python3.11")
    headers.close()
    module = build_module(place, "limited.abi3", list(cc), ["-DPy_LIMITED_API=0x030B0000"], include)
    needs = max(map(tuple_of, re.findall(r"GLIBC_([\d.]+)", place.do("objdump", "objdump", "-T", module))))
    seen = []
    for name, interpreter in USERS:
        user = place.other("debian", name)
        user.prepare()
        said = user.do(f"{name}, {interpreter}", interpreter, "tests/platforms/use_module.py", user.give(place, module))
        seen.append(said.strip().split(",")[0][7:])
        user.close()
    return used or first_line(place, *cc), (f"abi3 of 3.11, which needs glibc {'.'.join(map(str, needs))}, used by Python " +
                                            ", ".join(seen))


def tuple_of(text):
    return tuple(map(int, text.split(".")))


def oldest_by_zig(place):
    return oldest_to_newest(place, (place.zig, "cc", "-target", "x86_64-linux-gnu.2.17"),
                            f"ziglang {place.version}, glibc 2.17 as manylinux2014 has it")


def without_gil(place, cc, versions):
    """Free-threaded builds, as far as headers go: no package has the interpreters."""
    for version in versions:
        place.do(version, *cc, *WARNINGS, "-O2", "-DPy_GIL_DISABLED=1", *place.includes(), "-isystem",
                 f"/usr/include/python{version}", "-c", EVERYTHING, "-o", f"{place.work}/o")
    return first_line(place, *cc), "compiled with the headers of " + ", ".join(versions)


def not_to_be_had(place, why):
    raise place.NotHere(why)


def pypy(place, cc):
    return refusal(place, *cc, "-fsyntax-only", *place.includes(), "-isystem", place.python_include("pypy3"), EVERYTHING,
                   used=re.sub(r"\s+", " ", place.do("pypy3", "pypy3", "-c", "import sys; print('PyPy %d.%d.%d' % sys.pypy_version_info[:3])")).strip())


def old_limited(place, cc):
    return refusal(place, *cc, "-fsyntax-only", "-DPy_LIMITED_API=0x030A0000", *place.includes(), "-isystem", place.python_include(),
                   EVERYTHING)


# Files of tests/python that compile, read, or start other interpreters: which one runs them is no matter.
OF_NO_INTERPRETER = ("api_rules", "architecture", "builds", "compiler_headers", "copy_flags", "coverage_page", "cpp", "cuda_headers", "examples",
                     "fitting", "flags", "fuzz_archives", "generated", "hostile", "interop_page", "limited_api", "max_ndim", "options", "packaging",
                     "pages", "platforms", "protocol_table", "readme", "sizes", "sources", "testing_guide", "versions")


def debug_build(place, interpreter):
    """The tests of Python by a debug build, which fills memory that is freed and asserts that references are right.  Modules of others
    are those of releases: both have one ABI since 3.8."""
    version, suffix = place.do(interpreter, interpreter, "-c", "import sys, sysconfig; assert hasattr(sys, 'gettotalrefcount'); "
                               "print('%d.%d.%d' % sys.version_info[:3], sysconfig.get_config_var('EXT_SUFFIX'))").split()
    site, build = f"{place.work}/site", f"{place.work}/build"
    place.do("pip", sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", site, "--only-binary=:all:",
             "--python-version", version, "numpy", "ml_dtypes", "pytest", "pytest-xdist", "hypothesis")
    targets = [f"{build}/python/{name}_test{suffix}" for name in ("cucore", "export", "launch", "programs", "torture")]
    targets += [f"{build}/examples/ipc_arrays{suffix}", f"{build}/c/test_driver_torture", f"{build}/fake/libcuda.so.1"]
    place.do("make", "make", "VENV=", f"PYTHON={interpreter}", f"BUILD={build}", f"DLPACK_INCLUDE={place.options.dlpack}",
             f"CUDA_INCLUDE={place.options.cuda}", f"PYTHON_INCLUDE={place.python_include(interpreter)}", *targets)
    environment = {"PYTHONPATH": f"{build}/python:{site}", "CUCORE_BUILD": build, "PYTHONDONTWRITEBYTECODE": "1", "CUDA_INCLUDE": place.options.cuda,
                   "DLPACK_INCLUDE": place.options.dlpack, "PYTHON_INCLUDE": place.python_include(interpreter),
                   "PYTHONWARNINGS": "ignore::ResourceWarning"}  # a debug build prints these at its end
    pytest = [interpreter, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2"]
    output = place.do("tests/python", *pytest, *(f"--ignore=tests/python/test_{name}.py" for name in OF_NO_INTERPRETER), "tests/python",
                      **environment)
    fake = place.do("tests/fake", *pytest, "--ignore=tests/fake/debug", "tests/fake", **environment, LD_LIBRARY_PATH=f"{build}/fake")
    numpy = place.do("numpy", interpreter, "-c", "import numpy; print(numpy.__version__)", **environment).strip()
    passed = [int(re.findall(r"(\d+) passed", text)[-1]) for text in (output, fake)]
    return f"Python {version}, a debug build, NumPy {numpy}", f"{passed[0]:,} tests of tests/python, {passed[1]:,} of tests/fake"


PYTHONS = [
    Row(f"Python {version}, Debian {root}", "Python", ("debian", root), "modules, built and used", python, (interpreter, [cc]))
    for version, root, interpreter, cc in (
        ("3.9", "bullseye", "python3", "gcc-10"), ("3.11", "bookworm", "python3", "gcc-12"), ("3.13", "trixie", "python3", "gcc-14"),
        ("3.14", "sid", "python3", "gcc-15"), ("3.15", "sid", "python3.15", "gcc-16"))
] + [
    Row("python3-dbg", "Python", ("here",), "the tests of Python on a debug build", debug_build, ("python3-dbg",)),
    Row("Debian bullseye to newer ones", "Python", ("debian", "bullseye"), "one module, built on the oldest, used on all", oldest_to_newest),
    Row("manylinux2014 to newer ones", "Python", ("zig", "0.17.1"), "one module, built for glibc 2.17, used on all", oldest_by_zig),
    Row("free-threaded 3.14, 3.15", "Python", ("debian", "sid"), "every header; no interpreter", without_gil,
        (["gcc-16"], ["3.14", "3.15"])),
    Row("PyPy", "Python", ("debian", "sid"), "every header", pypy, (["gcc-15"],), refused="needs CPython"),
    Row("GraalPy", "Python", ("here",), "-", not_to_be_had, ("no package has it",)),
    Row("limited API of 3.10", "Python", ("debian", "sid"), "every header", old_limited, (["gcc-15"],), refused="0x030B0000 or newer"),
]

GROUPS = ["Compilers", "Other compilers", "Analyzers", "Builds", "Packagers", "Processors and systems", "Programs", "Other languages", "Python"]
ROWS = [*COMPILERS, *OTHERS, *ANALYZERS, *BUILDS, *PACKAGERS, *SYSTEMS, *PROGRAMS, *LANGUAGES, *PYTHONS]
