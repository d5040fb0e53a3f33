"""What src/core/abi.c, src/share/abi.c and handles.h declare of the driver, against every cuda.h that is there.

That of CUDA_INCLUDE, those of the Toolkits in /usr/local and of the packages of this interpreter, and those in the folders of
CUDA_HEADERS, a list as PATH is one: `make check-cuda` fetches packages and names them.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ABI = "".join(COMMENT.sub("", (SOURCES / folder / "abi.c").read_text()).replace("\\\n", "") for folder in ("core", "share"))
FUNCTIONS = re.findall(r'\bX\((\w+), "(\w+)", (\d+), [01], +(\(.*?\))\)(?= +X\(|\n)', ABI)  # name, symbol, version, parameters
NUMBERS = re.findall(r"^ {4}CUCORE__(CU\w+) = \d+", ABI, re.MULTILINE)
STRUCTS = {name: re.findall(r"(\w+)(?:\[[^]]*\])?[,;]", body) for name, body in  # with the names of their fields
           re.findall(r"^typedef struct cucore__(CU\w+) \{\n(.*?)^\} cucore__\1;", ABI, re.MULTILINE | re.DOTALL)}
TYPES = [*re.findall(r"^typedef [^{]*?\bcucore__(CU\w+);", ABI, re.MULTILINE), *STRUCTS]

SINCE = {"CU_MEM_LOCATION_TYPE_HOST": 12020, "CU_MEM_LOCATION_TYPE_HOST_NUMA": 12020, "cuMemPrefetchAsync_v2": 12020,
         "cuMemAdvise_v2": 12020, "cuMemGetDefaultMemPool": 13000, "cuMemGetMemPool": 13000, "cuMemPrefetchBatchAsync": 13000,
         "cuMemDiscardBatchAsync": 13000, "cuMemDiscardAndPrefetchBatchAsync": 13000, "CU_MEM_ALLOCATION_TYPE_MANAGED": 13000, "maxSize": 12020, "CUlaunchConfig": 11080,
         "cuLaunchKernelEx": 11080, "CUlaunchAttribute": 11080, "CUlaunchAttributeID": 11080, "CU_LAUNCH_ATTRIBUTE_COOPERATIVE": 11080,
         "CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION": 11080, "CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION": 11080,
         "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED": 11080, "cuOccupancyMaxPotentialClusterSize": 11080,
         "cuFuncGetParamInfo": 12040, "cuCtxGetId": 12000, "cuMemcpyBatchAsync": 12080, "CUmemcpyAttributes": 12080,
         "CUmemcpySrcAccessOrder": 12080, "CU_MEMCPY_SRC_ACCESS_ORDER_STREAM": 12080}  # the first CUDA_VERSION that has it; all others are in each
TENSOR_MAPS = [name for name in (*TYPES, *NUMBERS, *(symbol for _, symbol, _, _ in FUNCTIONS)) if re.match("(?i)cu_?tensor_?map", name)]
SINCE.update((name, 12080 if re.search("_16U|_ATOM_", name) else 12000) for name in TENSOR_MAPS)
OURS = {"reserved"}  # a field that is the rest of a larger one there


def version_of(text):
    return int(re.search(r"^#define CUDA_VERSION (\d+)", text, re.MULTILINE).group(1))


def found():
    """Every cuda.h that differs from the others, by its version and path."""
    packages = pathlib.Path(sysconfig.get_path("purelib")) / "nvidia"
    folders = [os.environ.get("CUDA_INCLUDE", ""), *os.environ.get("CUDA_HEADERS", "").split(os.pathsep)]
    folders = [pathlib.Path(folder) for folder in folders if folder]
    folders += [*sorted(pathlib.Path("/usr/local").glob("cuda*/include")), *sorted(packages.glob("*/include"))]
    texts = {path: path.read_text() for path in (folder / "cuda.h" for folder in folders) if path.is_file()}
    paths = {text: path for path, text in reversed(texts.items())}
    return {f"{version_of(text) // 1000}.{version_of(text) % 1000 // 10}, {path}": path for text, path in paths.items()}


FOUND = found()


def program(text):
    """Compiles where this cuda.h and we say the same."""
    names, version = set(re.findall(r"\w+", COMMENT.sub("", text))), version_of(text)

    def there(name):
        return SINCE.get(name, 0) <= version

    lines = [f'#error "{name}: not as SINCE has it"' for name in (*TYPES, *NUMBERS, *(symbol for _, symbol, _, _ in FUNCTIONS), "maxSize")
             if there(name) != (name in names)]
    lines += [f'#error "{name}: not {value}"' for name, value in (("CU_STREAM_LEGACY", 1), ("CU_STREAM_PER_THREAD", 2))
              if not re.search(rf"^#define {name} +\(\(CUstream\)0x{value}\)$", text, re.MULTILINE)]
    lines += ["#define __CUDA_API_VERSION_INTERNAL  // each version of a function by its own name", '#include "cuda.h"',
              "#undef __cuda_cuda_h__", "#include <stddef.h>", '#include "core/handles.h"', '#include "core/abi.c"', '#include "share/abi.c"',
              "#define SAME(ours, theirs, name) _Static_assert((ours) == (theirs), name)"]
    for name in filter(there, TYPES):
        lines += [f'SAME({of}(cucore__{name}), {of}({name}), "{of} {name}");' for of in ("sizeof", "_Alignof")]
    for name in filter(there, NUMBERS):
        lines += [f'SAME(CUCORE__{name}, (long long){name}, "{name}");']
    for struct in filter(there, STRUCTS):
        for field in filter(there, set(STRUCTS[struct]) - OURS):
            ours, theirs = f"cucore__{struct}", struct
            lines += [f'SAME(offsetof({ours}, {field}), offsetof({theirs}, {field}), "{struct}.{field}");',
                      f'SAME(sizeof((({ours} *)0)->{field}), sizeof((({theirs} *)0)->{field}), "{struct}.{field}");']
    for _, symbol, _, parameters in FUNCTIONS:
        if there(symbol):
            parameters = parameters.replace("cucore__", "").replace("uint64_t", "cuuint64_t")
            lines += [f"static CUresult (CUDAAPI *const check_{symbol}){parameters} = {symbol};"]
    return "\n".join(lines) + "\n"


def compared(folder, text, compiler="cc"):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    (folder / "cuda.h").write_text(text)
    (folder / "use.c").write_text(program(text))
    return subprocess.run([compiler, "-std=c11", "-fsyntax-only", "-Werror", "-Wno-unused", f"-I{SOURCES}", "-isystem", str(folder),
                           str(folder / "use.c")], capture_output=True, text=True)


def test_all_of_it_is_compared():
    """The patterns above miss nothing that is declared, and what is declared is all that is used."""
    assert len(FUNCTIONS) == len(re.findall(r"\bX\(", ABI)) > 60
    assert len(NUMBERS) == len(set(NUMBERS)) == len(re.findall(r"\bCUCORE__CU\w+ =", ABI)) > 30
    assert set(TYPES) == set(re.findall(r"\bcucore__(CU\w+)", ABI)) and all(STRUCTS.values())
    used = "".join(COMMENT.sub("", path.read_text()) for path in SOURCES.rglob("*.[ch]") if path.name != "abi.c")
    assert set(re.findall(r"\bCUCORE__(CU(?:DA)?_\w+)", used)) == set(NUMBERS)


def test_the_fake_driver_has_each_function_by_name():
    """dlsym would also find a function of the fake driver that is not in its table."""
    text = (ROOT / "tests" / "fake_driver" / "names.c").read_text()
    names = {(name, since, function) for name, since, function in re.findall(r'\bX\("(\w+)", (\d+), (\w+)\)', text)}
    asked_for = {(re.sub(r"_v[0-9]$", "", symbol), since, symbol) for _, symbol, since, _ in FUNCTIONS}
    missing = sorted(asked_for - names)
    assert not missing, missing


@pytest.mark.parametrize("compiler", ["cc", "clang", "x86_64-w64-mingw32-gcc"])
@pytest.mark.parametrize("name", FOUND)
def test_every_cuda_h_says_the_same(tmp_path, name, compiler):
    done = compared(tmp_path, FOUND[name].read_text(), compiler)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", [name for name in FOUND if (FOUND[name].parent / "cudaTypedefs.h").is_file()])
def test_each_function_is_asked_for_by_the_version_of_its_abi(name):
    types, version = (FOUND[name].parent / "cudaTypedefs.h").read_text(), version_of(FOUND[name].read_text())
    for _, symbol, since, _ in FUNCTIONS:
        if SINCE.get(symbol, 0) <= version:
            assert re.search(rf"\bPFN_{re.sub(r'_v[0-9]$', '', symbol)}_v{since}\b", types), (symbol, since)


CHANGED = {  # what is changed in cuda.h, and what the compiler then speaks of
    "number": (r"(CUDA_ERROR_NOT_READY\s*=) 600", r"\1 601", "CUDA_ERROR_NOT_READY"),
    "size of an enum": (r"(CU_POINTER_ATTRIBUTE_CONTEXT = 1),", r"\1, CU_POINTER_WIDE = 0x100000000,", "CUpointer_attribute"),
    "handle": (r"typedef struct CUstream_st \*CUstream;", "typedef struct CUnew_st *CUstream;", "CUstream"),
    "stream": (r"(define CU_STREAM_PER_THREAD \(\(CUstream\))0x2\)", r"\g<1>0x3)", "CU_STREAM_PER_THREAD"),
    "order of fields": (r"(    size_t WidthInBytes;.*?\n)(    size_t Height;.*?\n)", r"\2\1", "CUDA_MEMCPY2D.WidthInBytes"),
    "type of a field": (r"unsigned int (numAttrs;)", r"unsigned short \1", "CUlaunchConfig.numAttrs"),
    "more in a struct": (r"(unsigned int numAttrs;)", r"\1 void *more;", "sizeof CUlaunchConfig"),
    "type of a parameter": (r"(cuMemsetD16Async\w*\(CUdeviceptr dstDevice, unsigned) short", r"\1 long", "cuMemsetD16Async"),
    "one parameter more": (r"(CUDAAPI cuEventRecord\(CUevent hEvent,)", r"\1 int more,", "cuEventRecord"),
    "a name that is gone": (r"\bcuMemsetD8Async\b", "cuMemsetD8Gone", "cuMemsetD8Async"),
}


@pytest.mark.parametrize("row", CHANGED.values(), ids=CHANGED)
def test_a_cuda_h_that_says_otherwise_is_seen(tmp_path, row):
    newest = max((path.read_text() for path in FOUND.values()), key=version_of, default=None)
    if newest is None:
        pytest.skip("no cuda.h is found: run make test")
    pattern, replacement, named = row
    text = re.sub(pattern, replacement, newest)
    assert text != newest
    done = compared(tmp_path, text)
    assert done.returncode != 0 and named in done.stderr, done.stderr
