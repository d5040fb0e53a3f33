"""The rows of the matrix: places, and what is done there.  run.py runs them."""
import re
import typing

WARNINGS = ("-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wsign-conversion -Wcast-qual -Wundef -Wswitch-enum "
            "-Werror").split()
IN_C = ["-Wstrict-prototypes", "-Wmissing-prototypes"]
IN_CXX = ["-Wold-style-cast"]
IN_GXX = [*IN_CXX, "-Wuseless-cast", "-Wzero-as-null-pointer-constant"]  # clang takes NULL for a zero
EVERYTHING = "tests/platforms/everything.c"

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
                         "libwine-dev", "chibicc", "tcc", "python3-dev", "libc6-dev", "clang-19", "lld-19"]),
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
    return place.run(*command, "--version")[1].split("\n")[0].strip()


def number(text):
    """gcc-13 (Debian 13.3.0-16) 13.3.0 -> 13.3.0"""
    found = re.findall(r"\d+\.\d+(?:\.\d+)?", text.replace("(Debian ", "("))
    return found[-1] if found else text


def accepts(place, compiler, language, standard):
    return place.has(*compiler, "-x", language, f"-std={standard}", "-fsyntax-only", "/dev/null")


# ------------------------------------------------------------------------------------------------------- compilers --
def warnings(place, cc, cxx, more=(), with_python=True):
    """Every level, every standard, and what ThreadSanitizer asks for."""
    text = first_line(place, *cc)
    gcc = "clang" not in text
    flags = [*WARNINGS, *place.includes(), *more]
    flags += ["-isystem", place.python_include()] if with_python else ["-DWITHOUT_PYTHON"]
    c, cxx_warnings = [*cc, "-x", "c", *flags, *IN_C], [*cxx, "-x", "c++", *flags, *(IN_GXX if gcc else IN_CXX)]
    build = ["-fPIC", "-c", EVERYTHING, "-o", f"{place.work}/o"]
    levels = ["-O0", "-Og", "-O1", "-O2", "-O3", "-Os"] if gcc else ["-O0", "-O1", "-O2", "-O3", "-Os"]
    for level in levels:
        place.do(f"C99 {level}", *c, "-std=c99", level, *build)
        if level == "-O2":  # the optimizer sees nearly the same of both languages
            place.do(f"C++11 {level}", *cxx_warnings, "-std=c++11", level, *build)
    place.do("CUCORE_STATIC", *c, "-std=c99", "-O2", "-DCUCORE_STATIC", *build)
    place.do("-fsanitize=thread", *c, "-std=c99", "-O1", "-fsanitize=thread", *build)
    standards = []
    for command, language, names in ((c, "c", ["c99", "c11", "c17", "c2x"]),
                                     (cxx_warnings, "c++", ["c++11", "c++14", "c++17", "c++20", "c++23", "c++26"])):
        known = [name for name in names if accepts(place, command[:command.index("-x")], language, name)]
        for name in known:
            place.do(name, *command, f"-std={name}", "-fsyntax-only", EVERYTHING)
        standards.append(f"{known[0]} to {known[-1]}")
    return f"{'gcc' if gcc else 'clang'} {number(text)}", f"no warning: {' '.join(levels)}, {' and '.join(standards)}"


def nvcc(place):
    version = re.search(r"V([\d.]+)", place.do("nvcc", "nvcc", "--version")).group(1)
    known = []
    for standard in ("c++11", "c++14", "c++17", "c++20"):
        with open(f"{place.folder}/probe.cu", "w") as file:
            file.write("\n")
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
] + [Row("nvcc", "Compilers", ("here",), "every header as CUDA C++, warnings", nvcc)]


# -------------------------------------------------------------------------------------------------------- programs --
LAYOUT = ["test_layout", "test_layout_limits", "test_array", "test_max_ndim"]
WITHOUT_DRIVER = [*LAYOUT, "test_dlpack", "test_cai", "test_core", "test_copy_axes"]
PORTABLE_DRIVER = ["test_driver_arguments", "test_driver_debug", "test_driver_device_ids", "test_driver_take_buffer",
                   "test_driver_view_copy"]
DRIVER = [*PORTABLE_DRIVER, "test_driver", "test_driver_objects", "test_driver_kernels", "test_driver_copy_kernels",
          "test_driver_fork"]
FAKE = ["tests/c/fake_cuda.c", "tests/copy/copy_kernels.c"]


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
        place.do(f"{name}.c", *compile, "-DCUCORE_COPY_VERIFY=65536", f"tests/c/{name}.c", "-o",
                 f"{place.work}/{name}{suffix}", *fake, *link)
        output = place.do(name, *runner, f"{place.work}/{name}{suffix}", LD_LIBRARY_PATH=place.work)
        passed += int(re.findall(r"^(\d+) passed, 0 failed", output, re.M)[-1])
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
    cross("s390x (big-endian), qemu", "s390x-linux-gnu", "s390x"),
    cross("armhf (32 bits), qemu", "arm-linux-gnueabihf", "arm", WITHOUT_DRIVER),  # CUDA has no driver of 32 bits
    cross("i686 (32 bits), qemu", "i686-linux-gnu", "i386", WITHOUT_DRIVER),
    Row("musl", "Processors and systems", ("debian", "cross"), "C programs, built and run", programs,
        (["musl-gcc"], [*WITHOUT_DRIVER, *DRIVER], ["-O2"])),
    Row("Windows, mingw, wine", "Processors and systems", ("debian", "cross"), "C programs, built and run, nvcuda.dll a fake",
        programs, (["x86_64-w64-mingw32-gcc"], [*WITHOUT_DRIVER, *PORTABLE_DRIVER], ["-O2"], ["wine"], ["-static", "-lpthread"],
                   True)),
]

GROUPS = ["Compilers", "Programs", "Processors and systems"]
ROWS = [*COMPILERS, *PROGRAMS, *SYSTEMS]
