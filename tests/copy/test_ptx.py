"""What ptx.py finds: addresses, alignment, races; the PTX that is in the headers is PTX."""
import shutil
import subprocess

import numpy as np
import pytest

import copies
import ptx
import test_ptx_blocks

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
    texts = {"convert": copies.lib.copy_lib_convert_ptx().decode(), "blocks": test_ptx_blocks.TEXT, "flat": test_ptx_blocks.FLAT_TEXT}
    assert all(f"entry cucore_copy_{name}(" in text for name, text in texts.items())
    for text in texts.values():
        (tmp_path / "kernel.ptx").write_text(text)
        done = subprocess.run(["ptxas", "-arch=sm_75", "kernel.ptx", "-o", "kernel.cubin"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
