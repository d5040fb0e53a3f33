"""CUCORE_LINK_DRIVER: the driver is linked, with the cuGetProcAddress that cuda.h declares."""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAKE = pathlib.Path(os.environ.get("CUCORE_BUILD", ROOT / "build")) / "fake" / "libcuda.so.1"
PROGRAM = """#include <stdio.h>
#define CUCORE_IMPLEMENTATION
#define CUCORE_LINK_DRIVER
#include "cucore.h"
int main(void)
{
    int status = cucore_driver_load();
    printf("%d %lld %s", status, (long long)cucore_device_count(), cucore_last_error()->message);
    return 0;
}
"""
VERSION = r"(\n#define CUDA_VERSION) \d+"
CUDA_11 = [(VERSION, r"\1 11080"), (r"\n *#define cuGetProcAddress +cuGetProcAddress_v2", ""),
           (r", CUdriverProcAddressQueryResult \*symbolStatus\);", ");")]
LINKED = {  # what is changed in cuda.h, and the function that is linked
    "as it is": ([], "cuGetProcAddress(_v2)?"),
    "CUDA 11.8": (CUDA_11, "cuGetProcAddress"),
}
REFUSED = {
    "CUDA 11.2": ([(r"cuGetProcAddress", "cuIsNotThere"), (VERSION, r"\1 11020")], []),
    "no cuda.h": ([], ["-DCUCORE_NO_CUDA_H"]),
}


@pytest.fixture
def built(tmp_path):
    if not os.environ.get("CUDA_INCLUDE") or os.environ.get("CUCORE_TEST_SANITIZED"):
        pytest.skip("needs the folder of cuda.h, and a fake driver without sanitizers: run make test")

    def build(changes, options=()):
        text = (pathlib.Path(os.environ["CUDA_INCLUDE"]) / "cuda.h").read_text()
        for pattern, replacement in changes:
            text = re.sub(pattern, replacement, text)
        (tmp_path / "cuda.h").write_text(text)
        (tmp_path / "linked.c").write_text(PROGRAM)
        return tmp_path / "linked", subprocess.run(
            ["cc", "-std=c99", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", *options, f"-I{ROOT}", "-isystem", str(tmp_path),
             str(tmp_path / "linked.c"), str(FAKE), "-o", str(tmp_path / "linked"), "-lpthread"], capture_output=True, text=True)
    return build


@pytest.mark.parametrize("row", LINKED.values(), ids=LINKED)
def test_the_driver_is_linked(built, row):
    changes, symbol = row
    program, done = built(changes)
    assert done.returncode == 0, done.stderr
    undefined = subprocess.run(["nm", "-D", "--undefined-only", str(program)], capture_output=True, text=True).stdout
    assert [name for name in re.findall(r"U (cu\w+)", undefined) if not re.fullmatch(symbol, name)] == []
    assert re.search(rf"U {symbol}$", undefined, re.MULTILINE) and "dlopen" not in undefined
    status, count, message = subprocess.run([str(program)], capture_output=True, text=True).stdout.split(" ", 2)
    assert (status, message) == ("0", "") and int(count) > 0


@pytest.mark.parametrize("row", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_linked_is_said_in_one_line(built, row):
    _, done = built(*row)
    errors = re.findall(r"error: .*", done.stderr)
    assert done.returncode != 0 and len(errors) == 2, done.stderr
    assert "CUCORE_LINK_DRIVER needs cuda.h of CUDA 11.3 or newer" in errors[0] and "see the error above" in errors[1]
