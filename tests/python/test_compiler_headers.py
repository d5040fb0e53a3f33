"""What src/program/program.c declares of NVRTC and nvJitLink, against the nvrtc.h and nvJitLink.h that are there.

Those of CUDA_INCLUDE, of the Toolkits in /usr/local and of the packages of this interpreter.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = (ROOT / "src" / "program" / "program.c").read_text()
LISTS = {name: re.findall(r"\bX\((\w+), (\(.*?\))\)", body.replace("\\\n", ""))
         for name, body in re.findall(r"#define CUCORE__(NVRTC|JITLINK)_LIST\(X\)(.*?[^\\])\n(?=\S)", PROGRAM, re.DOTALL)}
TOOLS = {  # header -> list, prefix of the functions, handle, result, numbers
    "nvrtc.h": ("NVRTC", "nvrtc", "nvrtcProgram", "nvrtcResult", {"COMPILER_OUT_OF_MEMORY": "NVRTC_ERROR_OUT_OF_MEMORY"}),
    "nvJitLink.h": ("JITLINK", "nvJitLink", "nvJitLinkHandle", "nvJitLinkResult",
                    {"LINK_LTOIR": "NVJITLINK_INPUT_LTOIR", "LINK_FATBIN": "NVJITLINK_INPUT_FATBIN"}),
}


def found():
    """(header, path) of each that there is."""
    packages = pathlib.Path(sysconfig.get_path("purelib")) / "nvidia"
    folders = [*sorted(pathlib.Path("/usr/local").glob("cuda*/include")), *sorted(packages.glob("*/include"))]
    if os.environ.get("CUDA_INCLUDE"):
        folders.insert(0, pathlib.Path(os.environ["CUDA_INCLUDE"]))
    paths = {(folder / header).resolve(): header for folder in folders for header in TOOLS if (folder / header).is_file()}
    return [(header, path) for path, header in paths.items()]


def program(header):
    """Compiles where this header and we say the same.  Handles are void * here, enums are ints."""
    name, prefix, handle, result, numbers = TOOLS[header]
    lines = [f'#include "{header}"', f'_Static_assert(sizeof({result}) == sizeof(int), "{result}");']
    for function, parameters in LISTS[name]:
        parameters = re.sub(r"^\(void \*\*", f"({handle} *", parameters)
        parameters = re.sub(r"^\(void \*(?!\*)", f"({handle}", parameters)
        if function == "AddData":
            parameters = parameters.replace(", int,", ", nvJitLinkInputType,")
        lines.append(f"{result} (*const check_{function}){parameters} = {prefix}{function};")
    for ours, theirs in numbers.items():
        number = re.search(rf"\bCUCORE__{ours} = (\d+)", PROGRAM).group(1)
        lines.append(f'_Static_assert({theirs} == {number}, "{theirs}");')
    return "\n".join(lines) + "\n"


def compiled(folder, header, text):
    if not shutil.which("cc"):
        pytest.skip("cc is not installed")
    (folder / "use.c").write_text(text)
    return subprocess.run(["cc", "-std=c11", "-fsyntax-only", "-Werror", "-Wno-unused", "-isystem", str(header.parent), str(folder / "use.c")],
                          capture_output=True, text=True)


def test_all_of_it_is_compared():
    used = {name: set(re.findall(rf"CUCORE__{name}\((\w+), \(", PROGRAM)) | set(re.findall(rf"cucore__{name.lower()}\.(\w+)", PROGRAM))
            for name in LISTS}
    assert {name: {function for function, _ in rows} for name, rows in LISTS.items()} == {name: names - {"name"} for name, names in used.items()}


@pytest.mark.parametrize("header, path", found(), ids=str)
def test_every_header_says_the_same(tmp_path, header, path):
    done = compiled(tmp_path, path, program(header))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("header, path", found(), ids=str)
def test_a_header_that_says_otherwise_is_seen(tmp_path, header, path):
    for ours, theirs in (("size_t *", "int *"), ("const char *const *", "const char **"), ("== 3", "== 5"), ("== 1,", "== 2,")):
        text = program(header).replace(ours, theirs)
        if text != program(header):
            assert compiled(tmp_path, path, text).returncode != 0, ours
