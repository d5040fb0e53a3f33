"""The PTX that is in cucore_copy.h, run on the CPU by ptx.py: addresses, alignment, races, and every byte that is written."""
import itertools
import re
import shutil
import subprocess

import numpy as np
import pytest

import copies
import ptx
import test_ptx_blocks

# name, the kernel, shape, destination strides, source strides, itemsize, bytes before both
ROWS = [
    ("rows of bytes", "runs", (20, 133), (140, 1), (137, 1), 1, 3, 1),
    ("aligned rows", "runs", (40, 128), (512, 1), (128, 1), 1, 0, 0),
    ("rows with gaps", "runs", (30, 33), (40, 1), (33, 1), 4, 4, 0),
    ("every second, rows", "strided", (20, 33), (33, 1), (132, 2), 4, 0, 4),
    ("backwards, 16 bytes", "strided", (700,), (1,), (-1,), 16, 0, 0),
    ("3 bytes", "tile1", (37, 41), (41, 1), (1, 37), 3, 1, 0),
    ("2 bytes, unaligned", "tile2", (65, 63), (63, 1), (1, 65), 2, 2, 0),
    ("4 bytes, unaligned", "tile4", (33, 300), (300, 1), (1, 33), 4, 4, 0),
    ("4 bytes", "tile4", (64, 128), (128, 1), (1, 64), 4, 0, 0),
    ("8 bytes", "tile8", (40, 52), (52, 1), (1, 40), 8, 0, 0),
    ("16 bytes", "tile16", (40, 52), (52, 1), (1, 40), 16, 0, 0),
    ("bytes", "tile1", (64, 80), (80, 1), (1, 64), 1, 0, 0),
    ("bytes, tiles of which the last are not full", "tile1", (301, 133), (133, 1), (1, 301), 1, 1, 3),
    ("2 bytes, tiles of which the last are not full", "tile2", (301, 133), (133, 1), (1, 301), 2, 2, 0),
]


def case_of(row):
    name, kernel, shape, dst, src, itemsize, dst_lead, src_lead = row
    return copies.Case(shape, dst, src, itemsize, dst_lead, src_lead)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_kernels(row):
    assert case_of(row).check_ptx(most=8) == row[1]


def test_every_kernel_has_a_row():
    kernels = {name.decode() for name in iter(map(copies.lib.copy_lib_kernel_name, itertools.count()).__next__, None)}
    kernels -= {"many", "convert"}  # the code of `strided`, for copies of more elements than fit here; test_casts.py
    assert kernels == {row[1] for row in ROWS}


@pytest.mark.parametrize("seed", range(12))
def test_random_layouts(seed):
    case = copies.random_case(seed + 400, 3000)
    if not case.check_on_host().startswith(("memcpy", "nothing")):
        case.check_ptx()


# name, instructions, what is said; a thread has its number in %r1, and its word of shared memory in %r2
FAULTS = [
    ("outside", "mov.u64 %d1,{base}; st.global.u32 [%d1+4096],%r1;", "are in no memory of global"),
    ("not aligned", "mov.u64 %d1,{base}; ld.global.u32 %r3,[%d1+2];", "no multiple"),
    ("outside of shared memory", "st.shared.u32 [%r2+4],%r1;", "are in no memory of shared"),
    ("read before a barrier", "st.shared.u32 [%r2],%r1; xor.b32 %r3,%r2,4; ld.shared.u32 %r4,[%r3];", "without a barrier"),
    ("written before a barrier", "xor.b32 %r3,%r2,4; ld.shared.u32 %r4,[%r3]; st.shared.u32 [%r2],%r1;", "without a barrier"),
    ("written at once", "mov.u32 %r3,tile; st.shared.u32 [%r3],%r1;", "at once"),
    ("shared memory as if it began at 0", "mov.u32 %r3,0; st.shared.u32 [%r3],%r1;", "are in no memory of shared"),
    ("a barrier that some reach", "setp.lt.u32 %p1,%r1,32; @%p1 ret; bar.sync 0;", "a barrier that not all threads reach"),
    ("unknown", "sin.approx.f32 %f1,%r1;", "an unknown instruction"),
    ("nothing", "st.shared.u32 [%r2],%r1; bar.sync 0; xor.b32 %r3,%r2,4; ld.shared.u32 %r4,[%r3]; ret;", None),
]


@pytest.mark.parametrize("instructions, says", [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_faults_are_found(instructions, says):
    data = np.zeros(256, np.uint8)
    text = ".visible .entry f(\n)\n{\nmov.u32 %r1,%tid.x;\nmov.u32 %r2,tile;\nmad.lo.s32 %r2,%r1,4,%r2;\n" + instructions.replace("{base}", str(1 << 40)) + "\n}\n"
    act = lambda: ptx.launch(text, b"", (1, 1, 1), 64, 256, [ptx.Memory(1 << 40, data)])  # noqa: E731
    if says is None:
        act()
    else:
        with pytest.raises(ptx.Wrong, match=says):
            act()


@pytest.mark.skipif(not shutil.which("ptxas"), reason="needs ptxas")
def test_the_assembler_takes_every_kernel(tmp_path):
    """What was renumbered and packed is PTX again."""
    texts = [copies.lib.copy_lib_kernel_ptx(kernel).decode() for kernel in range(9)] + [test_ptx_blocks.TEXT, test_ptx_blocks.FLAT_TEXT]
    names = [(copies.lib.copy_lib_kernel_name(kernel) or b"").decode() for kernel in range(9)] + ["blocks", "flat"]
    assert [re.search(r"entry cucore_copy_(\w+)", text)[1] for text in texts] == names
    for text in texts:
        (tmp_path / "kernel.ptx").write_text(text)
        done = subprocess.run(["ptxas", "-arch=sm_75", "kernel.ptx", "-o", "kernel.cubin"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
